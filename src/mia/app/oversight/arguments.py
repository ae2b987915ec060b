"""Arguments of ``mia audit``. Apart from the commands, so that other commands start without loading rooms."""

import argparse


def add_audit_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions of ``mia audit``."""
    actions = parser.add_subparsers(required=True, metavar="action", dest="action")
    verify = actions.add_parser("verify", help="check that the audit log is as it was written")
    verify.add_argument("--clinic", metavar="SLUG", help="one clinic's log alone")
    accept = actions.add_parser("accept-restore", help="after a restore: anchor the audit log as it is now")
    accept.add_argument(
        "--yes", action="store_true", help="really do it; else only what would be accepted is shown"
    )
