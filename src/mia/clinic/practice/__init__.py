"""Practices: settings, locations, hours and what the front desk should know."""
