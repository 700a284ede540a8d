"""Rules about terrain and machinery: features, trapdoors, bridges, and what rotates or rolls."""
