"""Findings for people and for machines: one file a format, and a registry of them."""
