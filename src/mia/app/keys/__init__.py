"""Rotation of the installation's keys while it runs."""
