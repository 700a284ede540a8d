"""Golden pictures of what is printed beside maps: each kind of piece in each theme, sheets of pieces, a pack's pages.

To renew them after a wanted change: ``make goldens``, look at every picture that changed, commit.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from PySide6.QtGui import QImage

from dungeon_designer.analysis import figure_picture as picture
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import THEMES, find_theme
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.pack_pages import build_pack_document
from dungeon_designer.exports.pdf import build_scaled_pages
from dungeon_designer.exports.pieces.piece_kinds import PieceKind, PieceSort, build_piece, build_pieces, list_full_set
from dungeon_designer.exports.pieces.piece_pages import build_piece_pages
from dungeon_designer.exports.printed_pages import Pages
from dungeon_designer.exports.typesetting import typeset_pngs
from dungeon_designer.figures.playtest_summary import PlaytestSummary
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.text.pack_part import PackPart
from dungeon_designer.tiles.library import load_library
from tests.drawing import boards
from tests.drawing.goldens import Picture, load_picture, read_pixels, render, save_picture

FOLDER = Path(__file__).parent / "golden"

SCALE, CELL = 13, 41
"""Pixels a square on the sheet of faces; pixels a face's place, which holds three squares by three."""

DPI = 36
"""Dots an inch of pages: small, but every line of words is one of its own."""

STEP = 17
"""Pages are kept in sixteen greys, so many shades apart: colours are the faces' business."""

KINDS = (
    *list_full_set(),
    PieceKind(PieceSort.TRAPDOOR, (2, 2), "lava"),
    PieceKind(PieceSort.DOOR, (1,)),
    PieceKind(PieceSort.DOOR, (3,)),
    PieceKind(PieceSort.BALL, (2, 2)),
)
"""Every kind of piece a box holds, and those that only some dungeons need."""


def draw_faces(kind: PieceKind, theme: str) -> tuple[Drawing, Drawing | None]:
    """Return the front and the back of a kind."""
    one = build_piece(kind, 1, find_theme(theme))
    return one.front, one.back


def place_face(drawing: Drawing | None) -> Picture:
    """Return a face in the upper left corner of its place."""
    place = np.full((CELL, CELL, 3), 255, dtype=np.uint8)
    if drawing is not None:
        shown = render(drawing, SCALE)[:CELL, :CELL]
        place[: shown.shape[0], : shown.shape[1]] = shown
    return place


@functools.cache
def draw_both_faces(kind: PieceKind, theme: str) -> Picture:
    """Return the front and the back, one above the other."""
    return np.vstack([place_face(face) for face in draw_faces(kind, theme)])


def draw_faces_sheet(theme: str) -> Picture:
    """Return all kinds, sixteen in a row."""
    every = [draw_both_faces(kind, theme) for kind in KINDS]
    every += [np.full_like(every[0], 255)] * (-len(every) % 16)
    return np.vstack([np.hstack(every[i : i + 16]) for i in range(0, len(every), 16)])


def cut_faces(sheet: Picture, at: int) -> Picture:
    """Return one kind of a sheet."""
    top, left = at // 16 * 2 * CELL, at % 16 * CELL
    return sheet[top : top + 2 * CELL, left : left + CELL]


def make_event() -> Pack:
    """Return a small event that says everything a pack can say."""
    waivers = (Waiver(rule="square-count", reason="club night, 90 minutes"),)
    notes = (
        "Half an hour to set up, for both coaches:\n\n- first **chests**,\n- then portals.\n\nThe fountain gives water."
    )
    crown = replace(boards.CROWN, waivers=waivers, notes=notes)
    return Pack(
        name="The Winter Cup",
        author="R. Mason",
        notes="Roll two dice before each match; they name the dungeon.",
        chapters=(_make_chapter(crown, "2D6: 2"), _make_chapter(boards.ENGINE, "2D6: 3")),
        facts=("Saturday 13 March 2027", "The Black Swan", "16 coaches · 8 tables"),
        parts=(
            PackPart(
                "The dice table",
                head=("2D6", "chance", "dungeon"),
                rows=(("2", "1 in 36", boards.CROWN.name), ("3", "2 in 36", boards.ENGINE.name)),
            ),
            PackPart("Points", head=("for", "points"), rows=(("Win", "3"), ("Draw", "1"))),
            PackPart("With equal points", items=("Touchdowns scored", "A die")),
        ),
        organiser=True,
    )


def _make_chapter(layout: Layout, when: str) -> Chapter:
    board, ruleset = build_board(layout, load_library()), load_unchecked_ruleset("naf-2019")
    set_up = PackPart("Setting up", items=("Lay the floor.", "Lay the chests."), source="naf-2019, The Dungeon")
    return Chapter(
        "x.dungeon.yaml", when, board, ruleset, checker.check_board(board, ruleset), set_up, make_playtest(board)
    )


def make_playtest(board: Board) -> PlaytestSummary:
    """Return how a dungeon plays, by figures that are made up."""
    some = tuple(board.squares)
    bands = (picture.FigureBand("up to 1", some[::3], 0.5), picture.FigureBand("up to 2", some[1::3]))
    maps = tuple(picture.FigurePicture(name, f"Where players {name}", bands) for name in ("walked", "fought", "fell"))
    figures = PackPart("Figures", head=("figure", "value"), rows=(("home wins", "50.0 % (48.0–52.0)"),) * 8)
    chests = PackPart(
        "Chests", head=("chest with the ball", "home's wins", "away's wins"), rows=(("(1, 1)", "17 %", "16 %"),)
    )
    return PlaytestSummary(("Fair: between 48 and 52 % of the wins are the home side's.",), figures, chests, maps)


PACK_PAGES = (
    "cover", "contents", "map", "notes", "verdict", "plays", "map-2", "notes-2", "plays-2", "stock", "rules",
)  # fmt: skip
"""What the pages of the event's pack are called; those after the first of its rules look like that one."""


@functools.cache
def draw_pages() -> dict[str, Picture]:
    """Return the pages of a pack, sheets of pieces, and a map's overview with one of its sheets."""
    found = {}
    pack = _set(build_pack_document(make_event(), ExportOptions(DrawingOptions(theme="ink"))))
    found |= {f"pack-{name}": page for name, page in zip(PACK_PAGES, pack, strict=False)}
    pieces = _set(
        Pages(
            "", build_piece_pages(build_pieces(list_full_set(), "contrast"), ExportOptions(), "Pieces for any dungeon")
        )
    )
    found |= {f"pieces-{number}": page for number, page in enumerate(pieces[:4], start=1)}
    scale = ExportOptions(DrawingOptions(theme="ink"), fitted=False)
    sheets = _set(Pages("", build_scaled_pages(build_board(boards.ENGINE, load_library()), scale)))
    return {**found, "overview": sheets[0], "sheet": sheets[1]}


def _set(document: object) -> list[Picture]:
    return [_make_grey(read_pixels(QImage.fromData(page))) for page in typeset_pngs(document, DPI)]


def _make_grey(picture: Picture) -> Picture:
    """Return a page in few greys, as three equal colours."""
    shade = picture.astype(int) @ (77, 150, 29) // 256
    few = (shade + STEP // 2) // STEP * STEP
    return np.repeat(few[:, :, None], 3, axis=2).astype(np.uint8)


def _save_grey(picture: Picture, path: Path) -> None:
    height, width, _ = picture.shape
    plain = np.ascontiguousarray(picture[:, :, 0])
    image = QImage(plain.data, width, height, width, QImage.Format.Format_Grayscale8)
    assert image.save(str(path), "PNG", 0)  # type: ignore[call-overload]


def load_golden(name: str) -> Picture:
    """Return the golden picture of a name."""
    return load_picture(name, FOLDER)


def write_goldens() -> None:
    """Draw every golden picture anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for theme in THEMES:
        save_picture(draw_faces_sheet(theme), FOLDER / f"faces-{theme}.png")
    for name, page in draw_pages().items():
        _save_grey(page, FOLDER / f"{name}.png")


if __name__ == "__main__":
    write_goldens()
