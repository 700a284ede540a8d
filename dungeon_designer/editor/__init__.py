"""The editor: build a dungeon with the rule book looking over one's shoulder. The only place that knows Qt."""
