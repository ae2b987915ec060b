"""Backups: encrypted files of the database, continuous archiving, and the way back."""
