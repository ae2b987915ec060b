"""Visits from booking to outcome, and time that is blocked."""
