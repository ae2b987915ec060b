"""Tokens of an organization: private ones for its programs, public ones for its websites."""
