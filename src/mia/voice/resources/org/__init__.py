"""Organisations: the tenants of the voice service."""
