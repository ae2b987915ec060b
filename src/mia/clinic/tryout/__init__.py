"""Trying Mia with a change that is not saved: she answers with it, and nothing of the conversation stays."""
