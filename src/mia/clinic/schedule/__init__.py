"""Scheduling: services, providers, rooms, free slots and appointments."""
