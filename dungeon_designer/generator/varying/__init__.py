"""Small changes of a dungeon, each a pure function from a layout to others; none of them is judged here."""
