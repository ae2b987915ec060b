"""Rooms of a distributed media engine: a call is held there instead of over a connection of its own."""
