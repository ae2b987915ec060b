"""People who showed interest: what Mia learned of them is kept here until staff act on it."""
