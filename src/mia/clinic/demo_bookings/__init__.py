"""Prospects: practice owners who book a product demo with the house."""
