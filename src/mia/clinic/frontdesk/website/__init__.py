"""Mia on a page: the public site's widget and the one on a clinic's own website."""
