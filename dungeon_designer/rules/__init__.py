"""The rules: one file each, by family; what each asks stands in its docstring, which is its manual page."""
