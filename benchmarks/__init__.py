"""How fast the program is: `make bench`. Each run prints its ratios side by side; no test is timed."""
