"""Why a command ends before it has begun."""


class StartRefused(Exception):
    """Mia cannot start, or must not. The message is for the operator: what is wrong, and what to do."""
