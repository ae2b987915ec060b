"""What ``mia privacy`` is told. Apart from the commands, so that other commands start without loading rooms."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and how a person is named."""
    actions = parser.add_subparsers(required=True, metavar="action", dest="action")
    actions.add_parser("replay", help="after a restore by other means: remove again what was removed since")
    for name, text in (
        ("export", "export everything a clinic stores about a person as JSON"),
        ("delete", "delete a person from a clinic and suppress further contact"),
        ("opt-out", "suppress further contact with a person and keep the record"),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("--clinic", required=True, metavar="SLUG", help="such as downtown-medspa")
        action.add_argument("--email", help="the person's email address")
        action.add_argument("--phone", help="the person's phone number")
        action.add_argument("--name", help="tells apart people who share an address or a number")
        if name == "export":
            action.add_argument("--out", type=Path, metavar="FILE", help="write here (mode 0600), not to stdout")
        else:
            action.add_argument("--yes", action="store_true", help="really delete; else only counts are shown")
