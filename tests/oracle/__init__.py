"""A second reading of the rules: slow, obvious, and sharing no code with the program but the layout model."""
