"""Patients: identity, contact and treatments."""
