"""What the receptionist writes to who writes Spanish."""
