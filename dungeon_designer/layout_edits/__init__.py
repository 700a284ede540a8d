"""Edits of a layout that a person makes by hand: pure functions from one layout to the next.

Nothing here knows Qt.
"""
