"""Dungeons as drawn, before anything is derived from them: the model, both file formats, and edits."""
