"""The bars around the map and the menus that belong to them, one module for each."""
