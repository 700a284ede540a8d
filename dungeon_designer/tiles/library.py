"""Where tiles come from: the sets that come with the program, and anybody's own folders.

A folder of tiles holds sets, each a folder of files, one a tile; files that stand in it directly are a set
of the folder's own name. A tile's id is its set and its file without the ending (``gw-2021/armoury``). Files
are read when a tile is asked for, so a dungeon drawn by hand reads none.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from dungeon_designer.errors import TileError
from dungeon_designer.tiles.model import Tile, TileLibrary
from dungeon_designer.tiles.reader import read_tile

ENDINGS = (".yaml", ".yml")
"""The endings of tile files."""

_PACKAGE = Path(__file__).resolve().parents[1]


class FolderLibrary(TileLibrary):
    """The tiles in some folders, over those of `base`, none of which they may override.

    A folder's tiles should lie in the folder of `homes` it leads to, or else in itself; see `read_tile`.
    """

    def __init__(
        self, folders: Iterable[Path], base: TileLibrary | None = None, homes: Mapping[Path, Path] | None = None
    ) -> None:
        super().__init__()
        self._homes = {folder: (homes or {}).get(folder, folder) for folder in folders}
        self._base = base or TileLibrary()

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all tiles: those of the base first, then each set by name."""
        return (*self._base.ids, *self._files)

    def __contains__(self, tile_id: str) -> bool:
        return tile_id in self._base or tile_id in self._files

    def get(self, tile_id: str) -> Tile:
        """The tile of that id, read from its file the first time; TileError when it is wrong or unknown."""
        if tile_id not in self._files:
            if tile_id in self._base:
                return self._base.get(tile_id)
            raise self.unknown(tile_id)
        if tile_id not in self._tiles:
            path = self._files[tile_id]
            home = next(home for folder, home in self._homes.items() if path.is_relative_to(folder))
            self._tiles[tile_id] = read_tile(path, tile_id, home)
        return self._tiles[tile_id]

    @cached_property
    def _files(self) -> dict[str, Path]:
        """The file of each tile; TileError when two files claim one id."""
        found: dict[str, Path] = {}
        for folder in self._homes:
            for tile_id, path in _files_in(folder):
                problem = ""
                if tile_id in self._base:
                    problem = f"the program's own tile {tile_id} may not be overridden; rename the file"
                elif tile_id in found:
                    problem = f"the tile {tile_id} stands in {found[tile_id]} too; rename one of them"
                if problem:
                    raise TileError(str(path), "", problem)
                found[tile_id] = path
        return found


@lru_cache
def stock() -> TileLibrary:
    """The sets that come with the program; each tile is read once in a process."""
    return FolderLibrary([stock_folder()])


def stock_folder() -> Path:
    """The folder of the program's own sets: inside an installed package, beside it where one works on it."""
    inside = _PACKAGE / "tile_library"
    return inside if inside.is_dir() else _PACKAGE.parent / "tile_library"


def library(folders: Iterable[str | os.PathLike[str]] = (), beside: Path | None = None) -> TileLibrary:
    """The program's own sets, with the sets in these folders; TileError when one of them is no folder.

    `beside` is one more, which no person named: the `own_folder` of a folder of layouts.
    """
    own = list(dict.fromkeys(Path(folder).absolute() for folder in (*folders, *([beside] if beside else []))))
    for folder in own:
        if not os.path.isdir(folder):
            raise TileError(str(folder), "", "there is no folder of tiles here")
    return FolderLibrary(own, stock(), {beside: beside.parent} if beside else None) if own else stock()


def own_folder(folder: str | os.PathLike[str]) -> Path | None:
    """The folder `tiles` in a folder of layouts, if there is one."""
    own = Path(folder).absolute() / "tiles"
    return own if os.path.isdir(own) else None


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """The id and the file of each tile in a folder, set by set."""
    try:
        for path in sorted(folder.iterdir()):
            if not path.name.startswith("."):
                for file in sorted(path.iterdir()) if path.is_dir() else [path]:
                    if file.suffix.lower() in ENDINGS and not file.name.startswith("."):
                        yield f"{file.parent.name}/{file.stem}", file
    except OSError as error:
        raise TileError(str(folder), "", f"cannot be read: {str(error.strerror or error).lower()}") from None


WIDTH = 100
"""How long a line of prose may be, in letters."""


def tile_list(library: TileLibrary, set_name: str = "") -> list[str]:
    """The tiles of one set, or of all, drawn; TileError when no set is called so."""
    found: list[str] = []
    for name in [set_name] if set_name else library.sets:
        tiles = library.of_set(name)
        heading = f"{name}: {len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"
        found += [heading, "=" * len(heading), ""]
        for tile in tiles:
            found += [*tile_lines(tile), ""]
    return found[:-1]


def tile_lines(tile: Tile) -> list[str]:
    """One tile: its id and name, its facts, its squares, its letters and its rule.

    >>> from dungeon_designer.kinds import SectionKind
    >>> tile = Tile(id="my/cell", name="Cell", kind=SectionKind.SMALL_ROOM, rows=(".I", ".."), stock=2)
    >>> print("\\n".join(tile_lines(tile)))
    my/cell  Cell
      small room, 2 x 2, 4 squares, 2 in the box
      .I
      ..
      I idol
    """
    width, height = tile.size
    facts = [
        tile.kind.replace("_", " ") + (f" of {tile.side}" if tile.side else ""),
        f"{width} x {height}",
        f"{len(tile.letters)} squares" if len(tile.letters) != 1 else "1 square",
        *(["walled off except at doors"] if tile.enclosed else []),
        *([f"{tile.stock} in the box"] if tile.stock is not None else []),
    ]
    used = dict.fromkeys(tile.letters[square] for square in tile.features)
    legend = ", ".join(f"{letter} {tile.meaning(letter).replace('_', ' ')}" for letter in used)
    prose = [line for text in (tile.rule, tile.source, tile.notes) for line in textwrap.wrap(text, WIDTH - 2)]
    rest = [*tile.rows, *([legend] if legend else []), *prose]
    return [f"{tile.id}  {tile.name}", f"  {', '.join(facts)}", *(f"  {line}" for line in rest)]
