"""Synthetic practices, people and visits, so that a fresh installation is alive. No real person appears."""
