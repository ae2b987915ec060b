"""Phone numbers that an organization's calls leave from."""
