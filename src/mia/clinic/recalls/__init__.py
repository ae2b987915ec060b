"""Rebooking: who is due, and bringing them back."""
