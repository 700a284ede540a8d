"""Where things lie: chests, portals and traps on the floor."""
