"""Rulesets: what one edition, or one house, asks. Data; what it means is said by `dungeon_designer.rules`."""
