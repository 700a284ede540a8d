"""A ruleset read whole: its own keys and what its rules' parameters mean, with every fault of both in one error."""

from __future__ import annotations

from pathlib import Path

from dungeon_designer.rules.registry import faults_of
from dungeon_designer.rulesets import loader
from dungeon_designer.rulesets.model import Ruleset


def load_ruleset(ruleset: str, base: Path | None = None, found: bool = False) -> Ruleset:
    """The ruleset of an id or of a TOML file relative to `base`, ready to be asked.

    `found` is one that no person named but a file (see `loader.read`).
    Raises RulesetError that names the file and every fault: of keys, levels, rules, parameters and values.
    """
    loaded = loader.read(ruleset, base, found)
    faults = (*loaded.faults, *faults_of(loaded.ruleset))
    if faults:
        raise loaded.error(faults)
    return loaded.ruleset
