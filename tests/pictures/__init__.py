"""Tests of pictures of people's own, on tiles and below dungeons."""
