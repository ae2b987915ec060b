"""Films of calls."""
