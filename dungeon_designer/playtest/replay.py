"""The page on which one watches a game of a series: one file that holds the map, every move and roll, and why."""

from __future__ import annotations

from msgspec.structs import asdict

from dungeon_designer.board.model import Board
from dungeon_designer.exports.html import REPLAY, head, html_text, json_in_script, page_data, script, style
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.recording import recorded
from dungeon_designer.playtest.series import MatchPlan
from dungeon_designer.rulesets.model import Ruleset

WITHOUT_SCRIPT = "Here this page is the map alone: the game is shown by its script, which does not run."


def replay_page(board: Board, ruleset: Ruleset, plan: MatchPlan, number: int) -> bytes:
    """The page of the game of this number; PlaytestError where there is none or no match can be played."""
    game = recorded(arena(board, plan.timed(ruleset)), plan, number)
    options = ExportOptions(ruleset=ruleset)
    svg = svg_of(drawing_of(board, options, ()), options.square).partition("\n")[2]
    name, css, code = html_text(board.layout.name or "A dungeon"), style("page") + style("replay"), script(REPLAY)
    about = f"Game {number:,} of seed {plan.seed} · {ruleset.name}"
    data = json_in_script({**page_data(board, ruleset, hidden=False), "game": asdict(game)})
    lines = (
        *head(f"{name}, game {number}", css, code),
        f'<header>\n<h1>{name}</h1>\n<p class="credit">{html_text(about)}</p>',
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>\n</header>\n<main>\n{svg.strip()}\n</main>",
        f'<script type="application/json">{data}</script>\n<script>{code}</script>\n</body>\n</html>\n',
    )
    return "\n".join(lines).encode()
