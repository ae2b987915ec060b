"""What goes wrong with backups."""


class BackupError(Exception):
    """Something is wrong with a backup; the message is written for the operator."""
