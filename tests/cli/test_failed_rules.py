"""A rule that crashes means *cannot judge*, in every report and every command that judges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from dungeon_designer.cli.reference import build_kind_schema
from tests.rules.broken_rule import PROBLEM, broken_rule

from .conftest import Call

LINE = (
    f"legal.dungeon.yaml: it cannot be judged under cup: the rule chest-count failed ({PROBLEM}); please report it with"
    " the file (DUNGEON_DESIGNER_DEBUG=1 shows where)"
)


@pytest.fixture(autouse=True)
def broken() -> Iterator[None]:
    """The rule chest-count crashes."""
    with broken_rule("chest-count"):
        yield


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "markdown"])
@pytest.mark.parametrize("how", [(), ("--brief",), ("--strict",)])
def test_the_status_is_two_and_one_line_says_why(check: Call, form: str, how: tuple[str, ...]) -> None:
    """In every format the status is 2, as for a file that cannot be read, and one line names file, rule and cause."""
    called = check("legal.dungeon.yaml", "--format", form, *how)
    assert called.status == 2
    assert called.complaint == LINE


def test_a_file_has_one_line_for_all_its_rulesets(call: Call, table: Path) -> None:
    """Eight editions that cannot judge are one line, with the number of other rules."""
    with broken_rule("chest-spacing"):
        called = call("check", "legal.dungeon.yaml", "--ruleset", "all")
    assert called.status == 2
    assert " naf-2019, " in called.complaint
    assert "the rule chest-count and 1 other failed" in called.complaint
    assert " failed " in called.out
    assert "failed: a rule crashed" in called.out


def test_a_file_with_errors_cannot_be_judged_either(check: Call) -> None:
    """A warning, an error of another rule, or a fix that was made beside the crash does not change that."""
    for name in ("warned", "illegal", "misnumbered"):
        called = check(f"{name}.dungeon.yaml")
        assert called.status == 2
        assert f"{name}.dungeon.yaml ({name.capitalize()}): cannot be judged under cup".lower() in called.out.lower()
    assert check("misnumbered.dungeon.yaml", "--fix").status == 2


def test_json_names_the_rules(check: Call) -> None:
    """`legal` is false, `failed` names the rules, `findings` has none of theirs, and the schema knows the key."""
    document = json.loads(check("legal.dungeon.yaml", "--format", "json").out)
    jsonschema.validate(document, build_kind_schema("report"))
    (report,) = document["reports"]
    assert (report["legal"], report["failed"], report["findings"]) == (False, ["chest-count"], [])
    assert report["counts"] == {"error": 0, "warning": 0, "info": 0, "waived": 0}


def test_junit_has_an_error_and_no_failure(check: Call) -> None:
    """The rule's test case is an error, and the suite counts it as one."""
    suite = ElementTree.fromstring(check("legal.dungeon.yaml", "--format", "junit").out)[0]  # noqa: S314
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")
    (error,) = suite.findall("testcase[@name='chest-count']/error")
    assert PROBLEM in str(error.get("message"))


def test_sarif_was_not_successful(check: Call) -> None:
    """The run was not successful; a notification names the rule, and there is no result."""
    run: dict[str, Any] = json.loads(check("legal.dungeon.yaml", "--format", "sarif").out)["runs"][0]
    (invocation,) = run["invocations"]
    (note,) = invocation["toolExecutionNotifications"]
    assert (invocation["executionSuccessful"], run["results"]) == (False, [])
    assert (note["level"], note["associatedRule"]) == ("error", {"id": "chest-count"})
    assert PROBLEM in note["message"]["text"]
    assert run["properties"]["reports"][0]["failed"] == ["chest-count"]


def test_reports_for_people_say_so(check: Call) -> None:
    """Text, Markdown and annotations name the rule, and none of them calls the dungeon legal or not legal."""
    for form in ("text", "markdown", "github"):
        out = check("legal.dungeon.yaml", "--format", form).out
        assert "chest-count" in out
        assert "cannot be judged" in out or form == "github"
        assert "not legal" not in out
        assert "legal under" not in out
    assert "1 file checked, 0 legal, 0 not, 1 cannot be judged" in check("legal.dungeon.yaml").out


def test_other_commands_that_judge_do_not_judge_either(call: Call, table: Path) -> None:
    """A pack says it of its dungeon and ends with 2; rounds are not derived from a dungeon that cannot be judged."""
    packed = call("pack", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--organiser", "-o", "pack.md")
    assert packed.status == 2
    assert packed.complaint.endswith("(DUNGEON_DESIGNER_DEBUG=1 shows where)")
    assert "Cannot be judged under The Cup" in Path("pack.md").read_text(encoding="utf-8")
    evolved = call("vary", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--evolve", "-o", "rounds")
    assert evolved.status == 2
    assert evolved.complaint.endswith("(DUNGEON_DESIGNER_DEBUG=1 shows where)")
