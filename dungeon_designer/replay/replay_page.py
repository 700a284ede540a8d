"""Build the HTML page on which one recorded match of a playtest is watched."""

from __future__ import annotations

from msgspec.structs import asdict

from dungeon_designer.board.model import Board
from dungeon_designer.exports.embedded_pictures import SCREEN_PIXELS_PER_SQUARE
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.html_parts import build_head, escape_text, load_style_sheet
from dungeon_designer.exports.svg import draw_board, write_svg
from dungeon_designer.exports.web_page import build_page_fonts
from dungeon_designer.exports.web_page_data import build_page_data
from dungeon_designer.exports.web_script import build_script, format_script_json
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.series import MatchPlan
from dungeon_designer.replay.recording import record_game
from dungeon_designer.rulesets.ruleset_model import Ruleset

REPLAY_MODULES = ("board", "dice", "match", "words", "elements", "map_view", "sides", "overlay", "replay")
"""The modules of the page's script in `exports/web/`, each before those that import it."""

WITHOUT_SCRIPT = "Here this page shows only the map, because its script does not run. The script shows the match."
"""Text of the page where scripts do not run."""


def build_replay_page(board: Board, ruleset: Ruleset, plan: MatchPlan, number: int) -> bytes:
    """Return the HTML page that shows a match of a plan's series, by its number, as UTF-8.

    Raises:
        PlaytestError: there is no such match, or no match can be played on the dungeon
    """
    game = record_game(build_arena(board, plan.apply_times(ruleset)), plan, number)
    options = ExportOptions(ruleset=ruleset)
    drawing, code = draw_board(board, options, ()), build_script(REPLAY_MODULES)
    svg_file = write_svg(drawing, options.square, picture_pixels=SCREEN_PIXELS_PER_SQUARE)
    svg, name = svg_file.partition("\n")[2], escape_text(board.layout.name or "A dungeon")
    subtitle = f"Match {number:,} of seed {plan.seed} · {ruleset.name}"
    data = format_script_json({**build_page_data(board, ruleset, hidden=False), "game": asdict(game)})
    lines = (
        f'<header>\n<h1>{name}</h1>\n<p class="credit">{escape_text(subtitle)}</p>',
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>\n</header>\n<main>\n{svg.strip()}\n</main>",
        f'<script type="application/json">{data}</script>\n<script>{code}</script>\n</body>\n</html>\n',
    )
    css = (
        load_style_sheet("page")
        + load_style_sheet("replay")
        + build_page_fonts(drawing, board.layout.name, "".join(lines))
    )
    image_sources = "data:" if drawing.list_pictures() else ""
    return "\n".join((*build_head(f"{name}, match {number}", css, code, image_sources), *lines)).encode()
