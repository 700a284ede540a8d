"""The table one draws on: shapes painted by Qt, and what is laid over them while one works."""
