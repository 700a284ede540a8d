"""The graphical editor: draw a dungeon while its rules are checked. The only package that uses Qt."""
