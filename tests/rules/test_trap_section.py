"""Where `trap-section` can forbid counters."""

from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.placing.trap_section import ClosedPlace


def test_every_kind_of_section_can_be_closed():
    """A ruleset may name any kind of section there is, as every layout may hold it."""
    assert {kind.value for kind in SectionKind} <= {place.value for place in ClosedPlace}
