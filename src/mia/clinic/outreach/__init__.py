"""Every intent to contact someone, for whatever purpose: decided, sent once, settled, forgotten in time."""
