"""Spoken English dates and times, in the practice's zone (why ours: docs/decisions/spoken-dates.md)."""
