"""Write the coaches' page as one HTML file: the map, its notes and problems, and a table to play the match on.

Without scripts, or printed, the page is the map with its notes and problems, and says what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import remove_match_objects
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.embedded_fonts import build_font_css, find_letters
from dungeon_designer.exports.embedded_pictures import SCREEN_PIXELS_PER_SQUARE, PictureFiles
from dungeon_designer.exports.export_options import ExportOptions, find_ruleset
from dungeon_designer.exports.html_parts import (
    REGISTER_OFFLINE_SCRIPT,
    build_head,
    escape_text,
    format_heading,
    format_notes_as_html,
    format_table,
    load_style_sheet,
)
from dungeon_designer.exports.pack.house_rule_differences import build_house_rules_part
from dungeon_designer.exports.pack.short_texts import replace_edition_ids
from dungeon_designer.exports.svg import draw_board, write_svg
from dungeon_designer.exports.web_page_data import DEFAULT_TITLE, format_page_json
from dungeon_designer.exports.web_script import build_script
from dungeon_designer.findings import Finding
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rulesets.loader import format_title
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.escaping import replace_control_characters

HIDDEN_FINDING_TEXT = "This problem would reveal hidden contents; the organiser's page names it (--hidden)."
"""Stands in place of a problem's message that would reveal hidden contents."""
WITHOUT_SCRIPT = (
    "Here this page shows only the map and its notes, because its script does not run. Measuring, dice and keeping a"
    " match need the script. An iPhone runs no script in its preview of a file or of a mail's attachment. Open the page"
    " by an address on the web, or in a browser that runs scripts."
)
"""What the page says where scripts do not run."""


def export_web_page(
    board: Board,
    options: ExportOptions,
    findings: Sequence[Finding] = (),
    index_page: str = "",
    offline: bool = False,
    picture_files: PictureFiles | None = None,
) -> bytes:
    """Return the coaches' page: one HTML file that loads no other file, except pictures if `picture_files` is given.

    The page measures and plays by the options' ruleset, else by the edition that the dungeon file names.

    Args:
        board: the dungeon.
        options: what is drawn, and the ruleset.
        findings: problems for a table below the map, numbered as they are on the map.
        index_page: the file of an index of such pages, for a link to it; '' for no link.
        offline: whether the page registers the worker that keeps its folder for use without a network.
        picture_files: gets the pictures of tiles and of the dungeon, which the page then names; None to embed them.
    """
    drawing = draw_board(board, options, findings)
    addresses = None if picture_files is None else picture_files.add_pictures(drawing)
    svg_file = write_svg(drawing, options.square, picture_pixels=SCREEN_PIXELS_PER_SQUARE, pictures=addresses)
    svg = svg_file.partition("\n")[2]  # without the line that makes it an XML file
    played_board = remove_match_objects(board) if options.drawing.bare else board
    layout, ruleset, shows_hidden = board.layout, find_ruleset(board, options), options.drawing.hidden
    title, script = layout.name or DEFAULT_TITLE, build_script()
    lines = [
        f"<header>\n{format_heading(title)}",
        *([f'<a href="{index_page}">All dungeons</a>'] if index_page else []),
        *_format_credit(layout.author, format_title(ruleset)),
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>",
        f'</header>\n<main>\n{svg.strip()}\n</main>\n<section class="words">',
        *format_notes_as_html(layout.notes),
        *_format_house_rules(board, ruleset),
        *format_table(("", "level", "rule", "what", "source"), _list_problem_rows(findings, shows_hidden)),
        *(f'<p class="credit">{escape_text(line)}</p>' for line in drawing.credits),
        f'</section>\n<script type="application/json">{format_page_json(played_board, ruleset, shows_hidden)}</script>',
        f"<script>{script}</script>",
        *([f"<script>{REGISTER_OFFLINE_SCRIPT}</script>"] if offline else []),
        "</body>\n</html>\n",
    ]
    css = load_style_sheet("page") + build_page_fonts(drawing, layout.name, "".join(lines))
    image_sources = "" if not drawing.list_pictures() else "data:" if picture_files is None else "'self'"
    return "\n".join((*build_head(escape_text(title), css, script, image_sources, offline), *lines)).encode()


def _format_credit(author: str, edition: str) -> Iterator[str]:
    """Yield a paragraph of HTML with the author of a dungeon and the title of its ruleset; nothing if both are ''."""
    credit = " · ".join(filter(None, (f"by {author}" if author else "", edition)))
    if credit:
        yield f'<p class="credit">{escape_text(credit)}</p>'


def _list_problem_rows(findings: Sequence[Finding], shows_hidden: bool) -> list[tuple[str, ...]]:
    """Return a row of a table for each problem: its number on the map, level, rule, message and source.

    Some problems would tell what lies hidden, such as what is below a trapdoor; their messages are replaced unless
    `shows_hidden`.
    """
    rows = list[tuple[str, ...]]()
    for number, finding in enumerate(findings, start=1):
        is_secret = not shows_hidden and load_rule(finding.rule).reveals_hidden
        message = HIDDEN_FINDING_TEXT if is_secret else finding.message
        rows.append((str(number), finding.level.value, finding.rule, message, finding.source))
    return rows


def _format_house_rules(board: Board, ruleset: Ruleset) -> Iterator[str]:
    """Yield an HTML list of what the ruleset and the dungeon require differently from the edition.

    A list, because a phone has no space for the columns of a table.
    """
    ruleset_of_dungeon = Context(board, ruleset).ruleset  # with what the dungeon itself changes
    house_rules_part = build_house_rules_part(ruleset_of_dungeon)
    if house_rules_part is None:
        return
    yield f"<h2>{escape_text(house_rules_part.title)}</h2>\n<ul>"
    for subject, edition_text, house_text, source in house_rules_part.rows:
        words = escape_text(f": {house_text.rstrip('.')}. In the edition: {edition_text.rstrip('.')}. ")
        source_text = escape_text(replace_edition_ids(source))
        yield f"<li><b>{escape_text(subject)}</b>{words}<small>({source_text})</small></li>"
    yield "</ul>"


def build_page_fonts(drawing: Drawing, title: str, page: str) -> str:
    """Return CSS with the fonts of a page, reduced to the letters that it needs.

    The title font has the letters of the drawing and of the title. The label font has those of the drawing, of the
    page's text, and all of ASCII, since the page's script writes texts later.

    Args:
        drawing: the map on the page.
        title: the title of the page; '' for the default title.
        page: the HTML of the page.
    """
    control_characters_and_space = set(map(chr, range(0x21)))
    visible_ascii = set(map(chr, range(0x21, 0x7F)))
    page_letters = (visible_ascii | set(page)) - control_characters_and_space
    letters_by_face = find_letters(drawing)  # a face is the name of a font, and whether it is bold
    label_font, title_font = drawing.label_fonts[0], PARCHMENT.title_fonts[0]
    for is_bold in (False, True):
        letters_by_face[label_font, is_bold] |= page_letters
    letters_by_face[title_font, False] |= set(replace_control_characters(title or DEFAULT_TITLE))
    return build_font_css(letters_by_face)
