"""Terrain and machinery: features, trapdoors, bridges, what turns and what rolls."""
