"""Read text files as values that know their line and column, and explain mistakes in them; write files safely."""
