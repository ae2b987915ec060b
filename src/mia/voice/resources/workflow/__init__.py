"""Workflows: a conversation by stages (nodes), and what leads from one to the next (edges)."""
