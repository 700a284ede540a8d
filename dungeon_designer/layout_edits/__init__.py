"""Pure functions from one layout to the next, as a hand at the table makes them. No Qt here."""
