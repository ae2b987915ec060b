"""Texts that come in: which were answered, and who wants no more of them."""
