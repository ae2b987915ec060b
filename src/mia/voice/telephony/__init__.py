"""Calls to and from telephones: the port, and its adapters."""
