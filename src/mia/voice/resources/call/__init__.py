"""Calls: created, joined, recorded as they go, ended, reported."""
