"""Watching over the product: anchors of the audit log, and the commands that check it."""
