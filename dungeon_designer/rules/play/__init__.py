"""Can it be played: what can be reached, from where, and how."""
