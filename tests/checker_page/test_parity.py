"""The page's Python, which runs in a browser, gives the same answers as this one, byte for byte."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.build_web import MAX_PACKED_MB, MAX_RAW_MB, compare_answers, list_sample_questions, measure_folder
from tests.soak import count, sample, soak

from .questions import EXAMPLES, list_broken_files, list_questions, list_rule_cases


@soak
def test_examples_are_answered_alike(web_folder: Path) -> None:
    """Each question about an example has the same answer in the page: verdicts, map, files and link."""
    questions = [question for path in sample(EXAMPLES, 3) for question in list_questions(path)]
    assert list(compare_answers(questions, web_folder)) == []


@soak
def test_dungeons_of_the_rules_are_answered_alike(web_folder: Path) -> None:
    """The dungeons that the rules are tested with get the same reports and fixes in the page."""
    assert list(compare_answers(sample(list_rule_cases(), 40), web_folder)) == []


@soak
def test_broken_files_are_refused_alike(web_folder: Path) -> None:
    """A damaged file gets the same line in the page, although its YAML parser is another one."""
    assert list(compare_answers(list_broken_files(count(40, 500)), web_folder)) == []


def test_a_broken_bundle_is_noticed(web_folder: Path, tmp_path: Path) -> None:
    """A build whose Python answers otherwise than this one is reported, not published."""
    folder = tmp_path / "web"
    folder.mkdir()
    for path in web_folder.iterdir():
        (folder / path.name).symlink_to(path)
    script = folder / "python.js"
    script.unlink()
    program = (web_folder / "python.js").read_text(encoding="utf-8")
    start = 'sys.path.insert(0, "${PROGRAM}")'
    damage = f"{start}; import dungeon_designer.rules.checker as checker; checker.check_context = None"
    assert start in program
    script.write_text(program.replace(start, damage), encoding="utf-8")
    differences = list(compare_answers(list_sample_questions(), folder))
    assert any('"type": "check-all"' in line and '"type":"failed"' in line for line in differences)


def test_the_folder_is_small(web_folder: Path) -> None:
    """All that a page needs without a network is at most 11 MB packed and 19 MB as it is."""
    packed, raw = measure_folder(web_folder)
    assert packed <= MAX_PACKED_MB
    assert raw <= MAX_RAW_MB


def test_hosts_are_told_the_policy_of_the_page(web_folder: Path) -> None:
    """The file `_headers` has the page's own policy, which no browser keeps: hosts do not serve it."""
    headers = (web_folder / "_headers").read_text(encoding="utf-8")
    page = (web_folder / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert "'wasm-unsafe-eval'" in policy
    assert f"\n  Content-Security-Policy: {policy}; frame-ancestors 'self'\n" in headers
    assert "_headers" not in (web_folder / "offline.js").read_text(encoding="utf-8")
