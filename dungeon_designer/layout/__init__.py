"""The document as drawn: what a person put down, before anyone asks what it means."""
