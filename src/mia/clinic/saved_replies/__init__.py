"""Replies that a practice writes once and uses often."""
