"""The board: what a dungeon file means, square by square. It is built from any layout, legal or not."""
