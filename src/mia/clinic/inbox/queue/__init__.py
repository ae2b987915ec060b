"""The tasks of a clinic as a queue: whose each is, until when, and what it is about."""
