"""Calls as staff see them, their recordings, and having a number dialed."""
