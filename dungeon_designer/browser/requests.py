"""The questions that the page in the browser asks, and the answers: plain data, sent as JSON."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.reports.json_report import Counts, ReportEntry


class File(Struct, frozen=True):
    """A text file that the user has given to the page.

    Attributes:
        name: its name. The ending says the format: `.json` for a layout file, `.toml` for a ruleset, else a sketch.
        text: its content.
    """

    name: str
    text: str


class Subject(Struct, frozen=True, kw_only=True):
    """The dungeon that a question is about, and the rules to judge it by.

    Attributes:
        dungeon: the dungeon's file, as it is in the text field.
        ruleset: the id of an edition; ``house`` for `house_rules`; '' for the ruleset that the dungeon names.
        house_rules: the user's own ruleset, a TOML file; None for none.
    """

    dungeon: File
    ruleset: str = ""
    house_rules: File | None = None


class OpenFile(Struct, frozen=True, tag="open-file"):
    """Ask what a dropped file holds: a sketch, a layout file, or a map of another program.

    Attributes:
        name: the name of the file.
        data: its bytes in Base64.
    """

    name: str
    data: bytes


class OpenLink(Struct, frozen=True, tag="open-link"):
    """Ask for the dungeon in a link, or in the part of the page's address after `#`."""

    link: str


class Check(Subject, frozen=True, tag="check"):
    """Ask whether the dungeon is legal, and for its problems.

    Attributes:
        moves: whether to look for moves of chests and portals that fix problems, which takes longer.
    """

    moves: bool = False


class CheckAll(Subject, frozen=True, tag="check-all"):
    """Ask for the verdict under each edition."""


class Draw(Subject, frozen=True, tag="draw"):
    """Ask for the map, with the problems marked."""


class ApplyFix(Subject, frozen=True, tag="apply-fix"):
    """Ask for the dungeon's text after a fix.

    Attributes:
        problem: the number of the problem in the answer to `Check` with moves, from 0.
        fix: the number of the fix among those of the problem, from 0.
    """

    problem: int
    fix: int


class Explain(Subject, frozen=True, tag="explain"):
    """Ask for the manual page of a rule."""

    rule: str


class Export(Subject, frozen=True, tag="export"):
    """Ask for the dungeon as a file.

    Attributes:
        ending: the format: one of the endings in `answers.MEDIA_TYPES`.
    """

    ending: str


class MakeLink(Subject, frozen=True, tag="make-link"):
    """Ask for a link that holds the dungeon.

    Attributes:
        page: the address of the page that the link opens.
    """

    page: str


Request = OpenFile | OpenLink | Check | CheckAll | Draw | ApplyFix | Explain | Export | MakeLink
"""Everything that the page may ask."""


class OpenDungeon(Struct, frozen=True, tag="opened"):
    """A dungeon's text for the text field.

    Attributes:
        dungeon: the file, with a name that says its format.
        remark: what was kept, changed and left out of another program's file, or that a theme file is not read; ''
            for no remark.
    """

    dungeon: File
    remark: str = ""


class RulesetVerdict(Struct, frozen=True, tag="checked"):
    """The verdict of one ruleset.

    Attributes:
        name: the name of the dungeon.
        title: the name of the ruleset for people.
        report: the same data as in `check --format json`.
        verdict: the verdict in one sentence.
    """

    name: str
    title: str
    report: ReportEntry
    verdict: str


class EditionVerdict(Struct, frozen=True):
    """Whether one edition calls the dungeon legal, and how many problems it has."""

    ruleset: str
    name: str
    legal: bool
    failed: bool
    counts: Counts


class EditionVerdicts(Struct, frozen=True, tag="checked-all"):
    """The verdict of each edition."""

    editions: tuple[EditionVerdict, ...]


class MapDrawing(Struct, frozen=True, tag="drawn"):
    """The map as SVG, and a remark on what it does not show; '' for none."""

    svg: str
    remark: str = ""


class RuleManual(Struct, frozen=True, tag="explained"):
    """The manual page of a rule: a heading, and the rest as HTML that holds no script."""

    rule: str
    summary: str
    html: str


class Download(Struct, frozen=True, tag="exported"):
    """A file to download: its name, its media type, and its bytes in Base64."""

    name: str
    media_type: str
    data: bytes


class DungeonLink(Struct, frozen=True, tag="linked"):
    """A link that holds the dungeon, and a remark on what it does not hold; '' for none."""

    link: str
    remark: str = ""


class Refusal(Struct, frozen=True, tag="refused"):
    """The question has no answer, because a file is wrong: one line that says what to do."""

    problem: str


class Failure(Struct, frozen=True, tag="failed"):
    """The program crashed: nothing can be said about the dungeon."""

    problem: str


Answer = (
    OpenDungeon
    | RulesetVerdict
    | EditionVerdicts
    | MapDrawing
    | RuleManual
    | Download
    | DungeonLink
    | Refusal
    | Failure
)
"""Everything that Python may answer."""
