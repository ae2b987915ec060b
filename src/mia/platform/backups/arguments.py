"""What ``mia backup`` and ``mia restore`` are told. Apart from the work, so that other commands start quickly."""

import argparse
from datetime import UTC, datetime


def add_backup_arguments(command: argparse.ArgumentParser) -> None:
    """Once, or every day."""
    command.add_argument("--daily", action="store_true", help="stay, and write one whenever the last is a day old")


def add_restore_arguments(command: argparse.ArgumentParser) -> None:
    """Which backup, and how far."""
    command.add_argument("backup", nargs="?", help="a file, or a name in MIA_BACKUP_DIR; the newest by default")
    command.add_argument(
        "--at",
        type=_moment,
        metavar="TIME",
        help="the embedded database as it was then (2026-07-30T14:05:00Z), or 'latest': from the archived log",
    )
    command.add_argument("--replace", action="store_true", help="replace the database's current contents")


LATEST = datetime.max.replace(tzinfo=UTC)
"""As far as the archived log goes."""


def _moment(text: str) -> datetime:
    if text == "latest":
        return LATEST
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
