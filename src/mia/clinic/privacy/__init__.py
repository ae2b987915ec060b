"""Privacy requests: what a clinic holds about one person, handed out or removed."""
