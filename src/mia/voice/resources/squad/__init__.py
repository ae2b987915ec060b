"""Squads: assistants that hand a conversation on to each other."""
