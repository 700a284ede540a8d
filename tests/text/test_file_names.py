"""File names that Windows would take for a device, wherever a folder is filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.exports.html_parts import choose_file_names
from dungeon_designer.text.file_names import avoid_device_name
from tests.cli.conftest import Call, call, table  # noqa: F401  (fixtures)

DEVICES = ["CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10))]
ENDINGS = ["", ".dungeon.yaml", ".svg", ".", " ", ". .txt", ".a.b"]


def is_reserved(name: str) -> bool:
    """Return whether Windows refuses a name: the part before its first dot, without trailing blanks, is a device's."""
    return name.partition(".")[0].rstrip(" ").upper() in DEVICES


@pytest.mark.parametrize("device", DEVICES)
def test_a_device_gets_an_underscore(device: str) -> None:
    """With any ending, in any case, with dots and blanks behind it; the ending stays."""
    for ending in ENDINGS:
        for name in (device, device.lower(), device.capitalize()):
            assert avoid_device_name(name + ending) == f"{name}_{ending}"
            assert not is_reserved(avoid_device_name(name + ending))
            assert avoid_device_name(avoid_device_name(name + ending)) == f"{name}_{ending}"


@pytest.mark.parametrize("name", ["console.svg", "aux-1.svg", "com.svg", "com10.svg", "nul_.svg", "a.con", "x aux", ""])
def test_any_other_name_stays(name: str) -> None:
    """A name that only begins like a device, or has one as its ending, stays as it was."""
    assert avoid_device_name(name) == name


def test_two_files_never_get_one_name() -> None:
    """A file that has the name already keeps the device's one from it."""
    assert list(choose_file_names(["aux_.dungeon.yaml", "AUX.dungeon.yaml"], ".svg")) == ["aux_.svg", "AUX_-2.svg"]


HALL = "name: {name}\nruleset: ../cup.toml\nmap: |\n  <<.C.1.>>\n"


@pytest.mark.usefixtures("table")
def test_no_folder_that_is_filled_holds_a_device(call: Call) -> None:  # noqa: F811
    """Drawings, pages, pictures, neighbours, placed dungeons: none has a name that Windows refuses."""
    Path("halls").mkdir()
    for name in ("aux", "nul", "com1"):
        Path("halls", f"{name}.dungeon.yaml").write_text(HALL.format(name=name.upper()))
    calls = [
        ["render", "halls", "-o", "maps/"],
        ["render", "halls", "-o", "pages/", "--to", "html"],
        ["publish", "halls", "-o", "public"],
        ["pack", "halls", "-o", "packed/"],
        ["place", "halls/aux.dungeon.yaml", "-o", "placed/"],
        ["place", "halls/aux.dungeon.yaml", "--count", "2", "-o", "numbered/"],
        ["vary", "halls/aux.dungeon.yaml", "-o", "varied"],
    ]
    before = set(Path().rglob("*"))
    for each in calls:
        called = call(*each)
        assert called.status in (0, 1), called.err
    new = [path.relative_to(Path()) for path in set(Path().rglob("*")) - before]
    assert len({path.parts[0] for path in new}) == len(calls)
    assert [str(path) for path in new if any(map(is_reserved, path.parts))] == []


def test_a_proposal_by_the_name_of_a_device(
    call: Call,  # noqa: F811
    table: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`generate` writes a dungeon called Aux, its picture and its line of the page under one name that all take."""
    from msgspec.structs import replace

    from dungeon_designer.cli import generate

    real = generate.add_notes
    monkeypatch.setattr(generate, "add_notes", lambda *given: replace(real(*given), name="Aux"))
    assert call("generate", "--ruleset", "naf-2019", "--count", "1", "-o", "made", "--no-playtest").status == 0
    assert {path.name for path in Path("made").rglob("*.*")} >= {"aux_.dungeon.yaml", "aux_.png"}
    assert "](aux_.dungeon.yaml)" in Path("made/README.md").read_text()
