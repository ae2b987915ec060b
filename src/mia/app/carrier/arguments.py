"""What ``mia number`` is told. Apart from the commands, so that other commands start without loading rooms."""

import argparse


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The actions ``add``, ``remove`` and ``list``."""
    actions = command.add_subparsers(required=True, metavar="action")
    add = actions.add_parser("add", help="assign a number of the carrier account to a practice")
    add.set_defaults(work="add_number")
    add.add_argument("number", help="such as +13055550100")
    add.add_argument("--clinic", required=True, metavar="SLUG", help="such as harbor-aesthetics")
    add.add_argument("--label", default="", help="shown to the practice, such as 'Main line'")
    add.add_argument("--no-texts", action="store_true", help="texts do not leave from it")
    add.add_argument("--no-calls", action="store_true", help="calls do not leave from it")
    remove = actions.add_parser("remove", help="stop sending from a number; another practice can then have it")
    remove.set_defaults(work="remove_number")
    remove.add_argument("number", help="such as +13055550100")
    listed = actions.add_parser("list", help="list the numbers of all practices")
    listed.set_defaults(work="list_numbers")
