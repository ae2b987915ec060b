"""Organizations: the tenants of the voice service."""
