"""Conversations, what was said in them, the history of contacts, and what is left to do."""
