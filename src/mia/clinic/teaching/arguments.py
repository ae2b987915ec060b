"""What ``mia eval-cases`` is told. Apart from the command, so that other commands start without loading rooms."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The action, and whose cases."""
    actions = parser.add_subparsers(required=True, metavar="action", dest="action")
    export = actions.add_parser("export", help="write a practice's reviewed cases to stdout (TOML)")
    export.add_argument("--clinic", required=True, metavar="SLUG", help="such as downtown-medspa")
    kinds = ("medspa", "dental", "wellness")
    export.add_argument("--at", default="medspa", choices=kinds, help="the kind of practice to run them with")
