"""Files changed at random: each is read or refused in one line, soon, and none ends in a fault of the program's own."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.errors import DungeonError
from tests.cli.conftest import Call, call  # noqa: F401  (a fixture)
from tests.soak import count, soak

from .mutants import KINDS, make_mutant


@soak
@pytest.mark.parametrize("kind", KINDS)
def test_a_mutant_is_read_or_refused_in_a_line(kind: str, tmp_path: Path) -> None:
    """Whatever is changed in a file, it is read and used within a second, or an error says in one line why not."""
    dice, seeds = Random(f"{kind} 23"), KINDS[kind].seeds()  # noqa: S311
    refused, slowest = 0, 0.0
    for number in range(count(150, 100_000)):
        data = make_mutant(seeds, dice)
        start = time.process_time()
        said = _find_refusal(kind, data, tmp_path)
        assert said is None or (0 < len(said) < 10_000 and said.isprintable()), (number, said, data)
        refused += said is not None
        slowest = max(slowest, time.process_time() - start)
    assert refused > 20
    assert slowest < count(4, 8)


BAD = {
    "deep.dungeon.json": "[" * 90_000,
    "digits.dungeon.json": '{"format": "dungeon-layout", "version": ' + "9" * 5000 + "}",
    "anchors.dungeon.yaml": "a: &a [1]\nb: *a\n",
    "empty.dungeon.yaml": "",
    "ruled.dungeon.yaml": "ruleset: house.toml\nmap: ...\n",
    "laid.dungeon.yaml": "ruleset: naf-2019\nsections: [{id: a, tile: my/bad, at: [0, 0]}]\n",
    "house.toml": "a." * 20_000 + "b = 1",
    "season.toml": 'name = "S"\nalso = ["good.dungeon.yaml"]\nx = ' + "9" * 5000,
    "tiles/my/bad.yaml": "[" * 90_000,
    "tiles/my/good.yaml": "name: C\nkind: room\nsquares: ..\n",
    "good.dungeon.yaml": "ruleset: naf-2019\nsections: [{id: a, tile: my/good, at: [0, 0]}]\n",
    "below/season.toml": "a." * 20_000 + "b = 1",
    "below/good.dungeon.yaml": "ruleset: naf-2019\nmap: <..C.>\n",
}


def test_a_bad_file_hides_no_other(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """A folder with bad dungeons, season, ruleset and tile gives a report of the good ones and a line for each bad."""
    monkeypatch.chdir(tmp_path)
    for name, text in BAD.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    os.mkfifo("pipe.dungeon.yaml")
    called = call("check", ".", "--format", "json")
    assert called.status == 2
    assert sorted(each["file"] for each in json.loads(called.out)["reports"]) == [
        "./below/good.dungeon.yaml",
        "./good.dungeon.yaml",
    ]
    assert len(called.err.splitlines()) == 9
    assert "unexpected" not in called.err


def _find_refusal(kind: str, data: bytes, folder: Path) -> str | None:
    """Return the line that refuses a file; None where it was used."""
    try:
        KINDS[kind].use(data, folder)
    except DungeonError as error:
        return str(error)
    except Exception as error:
        raise AssertionError(data) from error
    return None
