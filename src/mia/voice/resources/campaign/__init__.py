"""Campaigns: calls to many people, each of whom is called once."""
