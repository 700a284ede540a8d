"""The board: what the drawing means, square by square. Built from any layout, legal or not."""
