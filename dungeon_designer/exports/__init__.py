"""Drawings and boards as files: one module a format, and a registry that lists them."""
