"""The folder `vary` writes: a sketch of each neighbour, and a page of pictures with what each of them changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.cli.dungeon_folder import PAGE, exhibit, fresh_folder, put_in_place
from dungeon_designer.cli.target import named_in, seen_from, write_output
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.generator.vary import Variation
from dungeon_designer.reports.gallery import Exhibit, page
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates import stem


class Neighbours(Struct, frozen=True):
    """Where neighbours are written.

    path     the folder as the caller named it
    source   the dungeon whose neighbours they are
    ruleset  whose figures the page shows
    command  the call that asked for them, as the page tells it
    """

    path: str
    source: Dungeon
    ruleset: Ruleset
    command: str

    def write(self, found: Sequence[Variation]) -> list[Path]:
        """Write sketches, numbered, and their page; the folder appears when all of it is there. Gives the sketches."""
        name, digits = self._stem, len(str(len(found)))
        stems = [f"{name}-{number:0{digits}}" for number in range(1, len(found) + 1)]
        with fresh_folder(self.path) as fresh:
            exhibits = [
                self._itself(fresh),
                *(self._neighbour(fresh, *pair) for pair in zip(stems, found, strict=True)),
            ]
            text = page(f"Neighbours of {self.source.name or name}", exhibits, self.command, checked=False)
            write_output(fresh / PAGE, text.encode())
            put_in_place(fresh, Path(self.path))
        return [Path(self.path) / _file(each) for each in stems]

    @property
    def _stem(self) -> str:
        """The dungeon's file without its folder and ending."""
        return "dungeon" if self.source.file in ("", STDIN) else stem(self.source.file) or "dungeon"

    def _itself(self, root: Path) -> Exhibit:
        """What the page shows of the dungeon as it is; a click leads to its file, if it has one."""
        shown = exhibit(root, self.source.board, self.ruleset, self._stem)
        file = self.source.file
        file = shown.picture if file in ("", STDIN) else seen_from(self.path, file)
        return replace(shown, file=file, folder=_HEADING, line="as it is")

    def _neighbour(self, root: Path, name: str, found: Variation) -> Exhibit:
        """Write a neighbour and its picture, a frame around what differs; what the page shows of them."""
        home = named_in(self.path, found.layout.ruleset, self.source.folder)
        made = replace(self.source, layout=replace(found.layout, ruleset=home))
        write_output(root / _file(name), made.content(_file(name)))
        shown = exhibit(root, build(found.layout, self.source.library), self.ruleset, name, found.squares)
        return replace(shown, file=_file(name), folder=_HEADING, line=found.told)


_HEADING = "One thing changed in each"


def _file(name: str) -> str:
    return f"{name}.dungeon.yaml"
