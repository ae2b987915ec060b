"""Calls to and from phones: the port, and its adapters."""
