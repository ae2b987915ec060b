"""Checks what a language model wants to say against what the practice wrote and the tools returned."""
