"""Run the `themes` command: list the themes of the program, check a theme, or draw all that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import detect_text_style, print_error, print_text
from dungeon_designer.cli.files import print_written, register_inputs, write_output
from dungeon_designer.cli.options import build_command, output_option
from dungeon_designer.cli.reference import format_table
from dungeon_designer.drawing.theme_check import FaintColour, find_faint_colours
from dungeon_designer.drawing.theme_sheet import draw_theme_sheet
from dungeon_designer.drawing.themes import Theme, find_theme, is_theme_file
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.exports.svg import write_svg_with_fonts
from dungeon_designer.options import argument
from dungeon_designer.text.file_reading import decode_text, read_bytes
from dungeon_designer.text.toml_marks import find_key_positions

DESCRIPTIONS = {
    "parchment": "A map to hang up: stone, wood, water and fire in earth colours, walls of masonry, shaded floors.",
    "ink": "Line art that spares the toner: rock hatched by hand, white floors.",
    "slate": "Dark and quiet, for screens.",
    "contrast": "For eyes that mix up colours and for grey printers: each kind has a hatching and a shape of its own.",
}
"""What each theme of the program is for, the default first."""

SHEET_SQUARE_MM = 10.0
"""The width of a square on the sheet, in millimetres."""


@dataclass(frozen=True, kw_only=True)
class ThemesCall:
    """The options of `themes`."""

    theme: str | None = argument("[NAME|FILE.toml]", default=None)
    output: str | None = output_option(
        "Draw a sheet of everything that the theme draws, and of its colours.", metavar="FILE.svg"
    )


@build_command(
    "dungeon-designer themes",
    "dungeon-designer themes my-club.toml",
    "dungeon-designer themes my-club.toml -o sheet.svg",
)
def command(call: ThemesCall) -> int:
    """List the themes of the program, or check a theme file of your own.

    Text must stand out from the floor by a contrast of 4.5. Lines, marks of problems and the colours of both teams need
    2.2 (WCAG 2.1). A message about a wrong key names the nearest right one.

    The exit status is 1 if a colour does not stand out.
    """
    if call.theme is None:
        if call.output is not None:
            raise UsageError("-o draws one theme; name it: dungeon-designer themes NAME|FILE.toml -o sheet.svg")
        rows = list(DESCRIPTIONS.items())
        print_text("".join(f"{line}\n" for line in format_table(("name", "look"), rows, detect_text_style())))
        return exits.LEGAL
    theme = find_theme(call.theme)
    faint_colours = list(find_faint_colours(theme))
    for faint_colour in faint_colours:
        print_error(_format_location(call.theme, faint_colour) + faint_colour.message)
    if call.output is not None:
        _write_sheet(call.theme, call.output)
    elif not faint_colours:
        print_text(f"{escape_line(call.theme)}: {escape_line(_describe_theme(theme))}\n")
    return exits.NOT_LEGAL if faint_colours else exits.LEGAL


def _write_sheet(theme_name: str, output: str) -> None:
    """Write the sheet of a theme as SVG; a theme file is never replaced by it."""
    if output != "-" and not output.lower().endswith(".svg"):
        raise UsageError(escape_line(f"{output}: the sheet is an SVG file; its name must end in .svg"))
    register_inputs(output, [theme_name] if is_theme_file(theme_name) else [])
    data = write_svg_with_fonts(draw_theme_sheet(theme_name), SHEET_SQUARE_MM)
    write_output(output, data)
    print_written(output, len(data))


def _format_location(theme_name: str, faint_colour: FaintColour) -> str:
    """Return the file with the line and column of a colour, followed by a colon; the name of a bundled theme.

    A colour that the file takes over from the theme that it extends has no line; there the line of `floor` is told, if
    the file has one.
    """
    if is_theme_file(theme_name):
        positions = find_key_positions(decode_text(read_bytes(theme_name)))
        for key in (faint_colour.key, "floor"):
            if (key,) in positions:
                line, column = positions[key,].value
                return escape_line(f"{theme_name}:{line}:{column}: ")
    return escape_line(f"{theme_name}: ")


def _describe_theme(theme: Theme) -> str:
    """Return a line about a theme that is right: what it extends, and who made it."""
    parts = ["every key is right, and everything stands out from the floor"]
    if theme.extends:
        parts.append(f"it extends {theme.extends}")
    credit = " ".join(filter(None, (theme.author, f"({theme.licence})" if theme.licence else "")))
    return "; ".join([*parts, *([f"by {credit}"] if credit else [])])
