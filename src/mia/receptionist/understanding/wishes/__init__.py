"""The wishes of a message, kind by kind, and whether each is meant."""
