"""Pictures of people's own: photos of tiles, and a map that somebody drew, on which a dungeon is drawn.

`picture_model` is what files say of a picture. `decoding` reads foreign files; nothing else in the program does.
`copying` copies a picture beside the dungeon that names it.
"""
