"""The tools that Mia may ask for: the front desk checks and decides each."""
