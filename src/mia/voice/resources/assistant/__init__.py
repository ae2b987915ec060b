"""Assistants: who answers, what they know and what they may do."""
