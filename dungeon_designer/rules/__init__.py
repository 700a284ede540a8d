"""The rules: one file each, by family. The docstring of a rule's module is its manual page."""
