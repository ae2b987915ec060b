"""Bearer tokens of an organization."""
