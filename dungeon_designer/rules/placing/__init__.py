"""Rules about where chests, portals and traps lie on the floor."""
