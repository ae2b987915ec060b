"""Contacting one overdue patient: the decision, the contact, and what became of it."""
