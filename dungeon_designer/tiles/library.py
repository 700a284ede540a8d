"""Find tiles: in the sets that come with the program, and in people's own folders.

A folder of tiles holds sets, each a folder with one file per tile. Files directly in the folder are a set with the
folder's own name. A tile's id is its set and its file without the ending (``gw-2021/armoury``). A file is read when its
tile is used, so that a dungeon drawn by hand reads none.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from dungeon_designer.errors import TileError
from dungeon_designer.tiles.tile import Tile, TileLibrary
from dungeon_designer.tiles.tile_file import read_tile

TILE_ENDINGS = (".yaml", ".yml")
"""The endings of tile files."""

_PACKAGE = Path(__file__).resolve().parents[1]


class FolderLibrary(TileLibrary):
    """The tiles in some folders, together with those of a base library, which they may not override.

    Args:
        folders: folders of tile sets.
        base: the library with further tiles; None for no further tiles.
        homes: for a folder of sets, the folder that its files must not leave through a link, as `home` of `read_tile`;
            without an entry, the folder of sets itself.
    """

    def __init__(
        self, folders: Iterable[Path], base: TileLibrary | None = None, homes: Mapping[Path, Path] | None = None
    ) -> None:
        super().__init__()
        # for each folder the folder that its files must not leave through a link
        self._homes = {folder: (homes or {}).get(folder, folder) for folder in folders}
        self._base = base or TileLibrary()

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all tiles: those of the base first, then each set by name."""
        return (*self._base.ids, *self._file_by_id)

    def __contains__(self, tile_id: str) -> bool:
        return tile_id in self._base or tile_id in self._file_by_id

    def get(self, tile_id: str) -> Tile:
        """Return the tile of an id. Its file is read the first time.

        Raises:
            TileError: the file is wrong, or no tile has this id.
        """
        if tile_id not in self._file_by_id:
            if tile_id in self._base:
                return self._base.get(tile_id)
            raise self.build_unknown_error(tile_id)
        if tile_id not in self._tiles:
            path = self._file_by_id[tile_id]
            # the home of a folder of sets is the folder that its files must not leave through a link
            homes_of_file = [home for folder, home in self._homes.items() if path.is_relative_to(folder)]
            self._tiles[tile_id] = read_tile(path, tile_id, homes_of_file[0])
        return self._tiles[tile_id]

    @cached_property
    def _file_by_id(self) -> dict[str, Path]:
        """The file of each tile in the folders, by the tile's id.

        Raises:
            TileError: two files have the same id, or one has the id of a tile of the base library.
        """
        file_by_id: dict[str, Path] = {}
        for folder in self._homes:
            for tile_id, path in _list_tile_files(folder):
                if tile_id in self._base:
                    problem = f"the program's own tile {tile_id} may not be overridden; rename the file"
                    raise TileError(str(path), "", problem)
                if tile_id in file_by_id:
                    problem = f"the tile {tile_id} stands in {file_by_id[tile_id]} too; rename one of them"
                    raise TileError(str(path), "", problem)
                file_by_id[tile_id] = path
        return file_by_id


@lru_cache
def load_stock_library() -> TileLibrary:
    """Return the library of the tile sets that come with the program.

    The library is made once in a process; each of its tiles is read when it is first used.
    """
    return FolderLibrary([find_stock_folder()])


def find_stock_folder() -> Path:
    """Return the folder of the program's own tile sets: inside an installed package, beside it in a working copy."""
    packaged_folder = _PACKAGE / "tile_library"
    return packaged_folder if packaged_folder.is_dir() else _PACKAGE.parent / "tile_library"


def load_library(folders: Iterable[str | os.PathLike[str]] = (), extra_folder: Path | None = None) -> TileLibrary:
    """Return the program's own tiles, together with those in some folders.

    Args:
        folders: folders of tile sets.
        extra_folder: one more folder, which no person named: the result of `find_own_folder`. Its files may be links
            that lead no farther than the folder of dungeon files around it.

    Raises:
        TileError: one of them is no folder.
    """
    all_folders = [Path(folder).absolute() for folder in folders]
    if extra_folder:
        all_folders.append(extra_folder.absolute())
    for folder in all_folders:
        if not os.path.isdir(folder):
            raise TileError(str(folder), "", "there is no folder of tiles here")
    if not all_folders:
        return load_stock_library()
    # links may lead as far as the folder around extra_folder, but not out of a folder that a person named
    homes = {extra_folder: extra_folder.parent} if extra_folder else None
    different_folders = dict.fromkeys(all_folders)  # each once, in order
    return FolderLibrary(different_folders, load_stock_library(), homes)


def find_own_folder(folder: str | os.PathLike[str]) -> Path | None:
    """Return the folder named ``tiles`` in a folder of dungeon files, whose tile sets these may use.

    Returns:
        The absolute path; None if there is no such folder.
    """
    tiles_folder = Path(folder).absolute() / "tiles"
    return tiles_folder if os.path.isdir(tiles_folder) else None


def _list_tile_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the id and the file of each tile in a folder, set by set.

    Each folder in it is a set. Files directly in it are a set with the folder's own name. Hidden ones are left out.

    Raises:
        TileError: the folder cannot be read.
    """
    try:
        for path in sorted(folder.iterdir()):
            if path.name.startswith("."):
                continue
            files = sorted(path.iterdir()) if path.is_dir() else [path]
            for file in files:
                if file.suffix.lower() in TILE_ENDINGS and not file.name.startswith("."):
                    yield f"{file.parent.name}/{file.stem}", file
    except OSError as error:
        raise TileError(str(folder), "", f"cannot be read: {str(error.strerror or error).lower()}") from None


MAX_LINE_LENGTH = 100
"""The greatest length of a line of prose, in characters."""


def format_tile_list(library: TileLibrary, set_name: str = "") -> list[str]:
    """Return the lines of text that list the tiles of one set, or of all sets, each tile with its drawing.

    Args:
        library: the tiles.
        set_name: the set; '' for all sets.

    Raises:
        TileError: no set has this name.
    """
    lines: list[str] = []
    for name in [set_name] if set_name else library.sets:
        tiles = library.list_set_tiles(name)
        heading = f"{name}: {len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"
        lines += [heading, "=" * len(heading), ""]
        for tile in tiles:
            lines += [*format_tile(tile), ""]
    return lines[:-1]  # without the empty line below the last tile


def format_tile(tile: Tile) -> list[str]:
    r"""Return the lines that describe one tile: its id and name, facts, drawing, letters, picture, rule.

    >>> from dungeon_designer.kinds import SectionKind
    >>> tile = Tile(id="my/cell", name="Cell", kind=SectionKind.SMALL_ROOM, rows=(".I", ".."), stock=2)
    >>> print("\n".join(format_tile(tile)))
    my/cell  Cell
      small room, 2 x 2, 4 squares, 2 in the box
      .I
      ..
      I idol
    """
    body = [", ".join(_list_facts(tile)), *tile.rows]
    used_letters = dict.fromkeys(tile.letters[square] for square in tile.features)
    if used_letters:
        body.append(", ".join(f"{letter} {tile.find_meaning(letter).replace('_', ' ')}" for letter in used_letters))
    if tile.picture:
        body.append(f"picture: {tile.picture.file}")
    margin = "  "
    for text in (tile.rule, tile.source, tile.notes):
        body += textwrap.wrap(text, MAX_LINE_LENGTH - len(margin))
    return [f"{tile.id}  {tile.name}", *(f"{margin}{line}" for line in body)]


def _list_facts(tile: Tile) -> list[str]:
    """Return the facts of a tile in words: its kind and team, its size, its border, how many are in the box."""
    width, height = tile.size
    square_count = len(tile.letters)
    facts = [
        tile.kind.replace("_", " ") + (f" of {tile.side}" if tile.side else ""),
        f"{width} x {height}",
        "1 square" if square_count == 1 else f"{square_count} squares",
    ]
    if tile.enclosed:
        facts.append("walled off except at doors")
    if tile.stock is not None:
        facts.append(f"{tile.stock} in the box")
    return facts
