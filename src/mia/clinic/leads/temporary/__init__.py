"""Temporary leads: quick capture, the countdown, and keeping one for good."""
