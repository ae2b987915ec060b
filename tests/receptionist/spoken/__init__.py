"""Whole conversations by ear: simulated patients speak, the product hears them as in a call."""
