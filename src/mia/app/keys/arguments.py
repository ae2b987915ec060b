"""What ``mia keys`` is told. Apart from the work, so that other commands start quickly."""

import argparse


def add_key_arguments(command: argparse.ArgumentParser) -> None:
    """The actions of ``mia keys``."""
    actions = command.add_subparsers(required=True, metavar="action", dest="action")
    actions.add_parser("create", help="make the key files that are missing in MIA_KEY_DIR")
    rotate = actions.add_parser("rotate", help="replace a key while Mia runs")
    rotate.add_argument("kind", choices=("master", "signing", "backup", "clinic"))
    rotate.add_argument("--clinic", metavar="SLUG", help="with 'clinic': one clinic's key; all clinics' by default")
    forget = actions.add_parser("forget", help="destroy the keys that 'rotate' retired")
    forget.add_argument("kind", choices=("master", "signing", "backup"))
    forget.add_argument("--yes", action="store_true", help="even if backups need them")
