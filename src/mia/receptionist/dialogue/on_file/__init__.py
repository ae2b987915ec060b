"""Visits on file, after identity: when they are, moved, canceled, the same again."""
