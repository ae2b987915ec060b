"""Text and email threads: what comes in, what leaves, and who answers."""
