"""The docks around the table."""
