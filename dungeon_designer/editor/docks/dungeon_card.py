"""The card of the dungeon: legal or not, fair or not, how it plays, and the next best change; figures fold out."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.card_facts import CardFacts, CardRequest, ChangeKind, NextChange, send_card_facts
from dungeon_designer.editor.docks.analysis import AnalysisDock, BackgroundDock
from dungeon_designer.editor.docks.folding import FoldHeading
from dungeon_designer.editor.docks.rules import EditionNumbers, format_place_label
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import NO_MARGINS, build_column, create_timer, create_widget, create_wrapped_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Level
from dungeon_designer.playtest.verdicts import VerdictWord
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

_SIGNS = {True: "✓", False: "✗", None: "?"}
"""The sign before a verdict: yes, no, not known."""


class DungeonCard(BackgroundDock):
    """The dock that describes one dungeon under one edition, and names both.

    It says whether the dungeon is legal, and for whom; whether it is fair, and why; how it plays; and which change is
    the next best, with a button that makes it. The numbers that the edition requires and all figures fold out below.

    Attributes:
        numbers: the numbers that the edition requires.
        figures: all figures.

    Signals:
        playtest_requested: matches are to be played on the dungeon.
        proposals_requested: proposals of a kind are wanted.
        squares_requested: squares are to be shown on the map.
    """

    playtest_requested = Signal()
    proposals_requested = Signal(object)
    squares_requested = Signal(object)

    def __init__(self, workspace: Workspace, checking: LiveChecking, quick_fixes: QuickFixes) -> None:
        super().__init__(workspace, BackgroundWorker(send_card_facts, "card"))
        self._checking, self._quick_fixes = checking, quick_fixes
        self._facts: CardFacts | None = None
        self.worker.answer_received.connect(self._receive_facts)
        self.numbers, self.figures = EditionNumbers(workspace), AnalysisDock(workspace)
        self.title_label, self.legal_label, self.fair_label, self.play_label, self.change_label = (
            create_wrapped_label() for _ in range(5)
        )
        self.change_button = create_widget(QPushButton, self.tr("Next change"), clicked=self._make_change)
        self.numbers_heading = FoldHeading(self.numbers, self.tr("What the edition counts"), is_open=True)
        self.figures_heading = FoldHeading(self.figures, self.tr("Figures"))
        self.figures_heading.toggled.connect(lambda _: self._show_figures())
        scroll_timer = create_timer(self, 0, lambda: self._area.ensureWidgetVisible(self.figures.tree))
        self.figures_heading.toggled.connect(lambda is_open: scroll_timer.start() if is_open else None)
        self._arrange_widgets()
        for signal in (checking.verdict_changed, checking.edition_checked):
            signal.connect(self._show_legality)
        workspace.playtest_changed.connect(self._show_facts)
        workspace.path_changed.connect(self._show_title)

    def _arrange_widgets(self) -> None:
        """Put the lines of the card below each other into an area that scrolls."""
        for label in (self.title_label, self.legal_label, self.fair_label, self.play_label, self.change_label):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setTextFormat(Qt.TextFormat.RichText)
        self.figures.tree.setMinimumHeight(220)
        content = QWidget()
        build_column(
            self.title_label,
            self.legal_label,
            self.fair_label,
            self.play_label,
            self.change_label,
            self.change_button,
            self.numbers_heading,
            self.numbers,
            self.figures_heading,
            (self.figures, 1),
            1,
            owner=content,
            margins=(6, 4, 6, 4),
        )
        self._area = create_widget(QScrollArea, widgetResizable=True, accessibleName=self.tr("Card of the dungeon"))
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(content)
        build_column(self._area, owner=self, margins=NO_MARGINS)

    # Work -----------------------------------------------------------------------------------------------------

    def set_seen(self, is_seen: bool) -> None:
        """Set whether the card is seen, and start or stop its work."""
        super().set_seen(is_seen)
        self._show_figures()

    def _show_figures(self) -> None:
        """Have the figures measured while they are folded out and seen."""
        self.figures.set_seen(self.is_seen and self.figures_heading.isChecked())

    def restart_work(self) -> None:
        """Show what is known of the dungeon at once, and work out the rest after a pause without edits."""
        super().restart_work()
        self._facts = None
        if self.is_needed:
            self._show_title()
            self._show_legality()
            self._show_facts()

    def start_work(self) -> None:
        """Start to work out the facts about the current dungeon."""
        workspace = self.workspace
        self.worker.submit_request(CardRequest(workspace.board, workspace.ruleset, workspace.verdicts))

    def _receive_facts(self, facts: CardFacts) -> None:
        """Show the facts about the current dungeon."""
        self._facts = facts
        self._show_facts()

    def _show_facts(self) -> None:
        """Show whether the dungeon is fair, how it plays, and what to change; dots while that is worked out."""
        fair_text, play_text = ("…", "…") if self._facts is None else (self._describe_fairness(), self._describe_play())
        self.fair_label.setText(fair_text)
        self.play_label.setText(play_text)
        self._show_change()

    # Lines of the card ------------------------------------------------------------------------------------------

    def _show_title(self) -> None:
        """Name the dungeon and the edition."""
        name = self.workspace.layout.name or self.workspace.document.title or self.tr("A dungeon without a name")
        template = self.tr("%1 under %2")
        names = f"<b>{escape(name)}</b>", escape(self.workspace.ruleset.name)
        self.title_label.setText(fill_placeholders(template, *names))

    def _show_legality(self) -> None:
        """Say whether the dungeon is legal under its ruleset, for how many teams, and in which other editions."""
        verdict, ruleset = self.workspace.verdict, self.workspace.ruleset
        if self.workspace.ruleset_problem:
            self.legal_label.setText(escape(self.workspace.ruleset_problem))
            return
        if verdict is None:
            self.legal_label.setText("…")
            return
        count = str(len(self.workspace.layout.teams))
        names = escape(ruleset.name), fill_placeholders(self.tr("%1 teams"), count)
        is_legal = None if verdict.failures else verdict.is_legal()
        template = {
            True: self.tr("<b>%3 Legal</b> under %1 for %2."),
            False: self.tr("<b>%3 Not legal</b> under %1 for %2: "),
            None: self.tr("<b>%3 Cannot be judged</b> under %1 for %2, since a rule failed."),
        }[is_legal]
        text = fill_placeholders(template, *names, _SIGNS[is_legal])
        if is_legal is False:
            errors = verdict.count_findings(Level.ERROR)
            text += translate("DungeonCard", "%n error(s)", None, PLURAL, errors) + "."
        self.legal_label.setText(f"{text} {escape(self._describe_other_editions())}".strip())

    def _describe_other_editions(self) -> str:
        """Return in which other editions the dungeon is legal, as far as that was checked."""
        verdicts = self._checking.find_verdicts()
        legal_names = [
            load_unchecked_ruleset(edition).name
            for edition in EDITIONS
            if edition != self._checking.current_ruleset and edition in verdicts and verdicts[edition].is_legal()
        ]
        if legal_names:
            return fill_placeholders(self.tr("Also legal under %1."), join_with_and(legal_names))
        all_checked = all(edition in verdicts for edition in EDITIONS)
        return self.tr("Legal in no other edition.") if all_checked else ""

    def _describe_fairness(self) -> str:
        """Return whether the dungeon is fair, with the reason.

        That is what matches on the dungeon have shown, if any were played. Otherwise it is how the steps compare.
        """
        assert self._facts is not None  # noqa: S101  (the caller has looked)
        balance, results = self._facts.balance, self.workspace.document.answers.find_playtest(self.workspace.layout)
        if results is not None:
            from dungeon_designer.playtest.report_text import format_verdict

            is_fair = {VerdictWord.FAIR: True, VerdictWord.FAIR_BY_SYMMETRY: True}.get(results.verdict_word)
            is_fair = False if results.favours else is_fair
            template = self.tr("<b>%1 %2.</b> %3 matches were played.")
            verdict_text = escape(capitalise_first(format_verdict(results)))
            return fill_placeholders(template, _SIGNS[is_fair], verdict_text, f"{results.games:,}")
        if balance.is_alike:
            return fill_placeholders(self.tr("<b>%1 Fair by symmetry:</b> %2"), _SIGNS[True], escape(balance.sentence))
        if balance.is_even is None:
            return self.tr("<b>? Fairness is not known yet:</b> there are no teams with chests to walk to.")
        template = self.tr("<b>%1 Even on foot:</b> %2") if balance.is_even else self.tr("<b>%1 Uneven on foot:</b> %2")
        text = fill_placeholders(template, _SIGNS[None if balance.is_even else False], escape(balance.sentence))
        hint = self.tr("Matches tell whether it is fair.") if balance.is_even else ""
        return f"{text} {hint}".strip()

    def _describe_play(self) -> str:
        """Return how the dungeon plays, in sentences: what the map shows, and what matches have shown."""
        assert self._facts is not None  # noqa: S101  (the caller has looked)
        text, results = escape(self._facts.play), self.workspace.document.answers.find_playtest(self.workspace.layout)
        if results is not None:
            text += "".join(f" {escape(capitalise_first(figure.sentence))}." for figure in results.game)
            if results.turns is not None:
                template = self.tr("Half of the first touchdowns come by turn %1.")
                text += " " + fill_placeholders(template, f"{results.turns.median:g}")
        return text

    # The next change ------------------------------------------------------------------------------------------

    def _show_change(self) -> None:
        """Show the next best change, and the button that makes it."""
        self.change_button.setEnabled(self._facts is not None)
        if self._facts is None:
            self.change_label.setText("…")
            return
        reason, button_text = self._describe_change(self._facts.change)
        self.change_label.setText(fill_placeholders(self.tr("<b>Next:</b> %1"), escape(reason)))
        self.change_button.setText(button_text.replace("&", "&&"))

    def _describe_change(self, change: NextChange | None) -> tuple[str, str]:
        """Return why the next change is wanted, and the text of the button that makes it."""
        if not len(self.workspace.board):
            return self.tr("there is no floor yet."), self.tr("Propose new dungeons")
        if change is None:
            if self._suggested_kind is None:
                return self.tr("matches tell whether it is fair."), self.tr("Playtest…")
            if self._suggested_kind is ProposalKind.MAKE_FAIR:
                return self.tr("one team has an advantage."), self.tr("Make it fair in play")
            return self.tr("nothing has to be changed."), self.tr("Vary this dungeon")
        reason = f"{change.findings[0].rule}: {change.findings[0].message}"
        if change.kind is ChangeKind.PLACE:
            return self.tr("objects are missing."), format_place_label(change.findings)
        if change.kind is ChangeKind.FIX and change.fix is not None:
            return reason, capitalise_first(change.fix.title)
        return reason, self.tr("Show it on the map")

    @property
    def _suggested_kind(self) -> ProposalKind | None:
        """The kind of proposals that helps a dungeon without errors and warnings; None if matches come first."""
        results = self.workspace.document.answers.find_playtest(self.workspace.layout)
        if results is not None:
            return ProposalKind.MAKE_FAIR if results.favours else ProposalKind.VARY
        balance = self._facts.balance if self._facts is not None else None
        if balance is not None and balance.is_alike:
            return ProposalKind.VARY
        return ProposalKind.MAKE_FAIR if balance is not None and balance.is_even is False else None

    def _make_change(self) -> None:
        """Make the next best change, or ask for proposals or matches that lead to it."""
        change = self._facts.change if self._facts is not None else None
        if not len(self.workspace.board):
            self.proposals_requested.emit(ProposalKind.NEW)
        elif change is None:
            if self._suggested_kind is None:
                self.playtest_requested.emit()
            else:
                self.proposals_requested.emit(self._suggested_kind)
        elif change.kind is ChangeKind.PLACE:
            self._quick_fixes.place_objects(*change.findings)
        elif change.fix is not None:
            self._quick_fixes.apply_fix(change.fix)
        else:
            self.workspace.mark_squares(change.findings[0].squares)
            self.squares_requested.emit(change.findings[0].squares)
