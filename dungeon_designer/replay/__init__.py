"""Record one match of a playtest move by move, and build the page on which it is watched."""
