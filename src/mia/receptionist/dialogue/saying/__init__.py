"""What the receptionist says: phrases in several wordings, and how dates, times and prices are said aloud."""
