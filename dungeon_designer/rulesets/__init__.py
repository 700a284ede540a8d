"""Rulesets: which rules an edition or house rules turn on, and with which parameters."""
