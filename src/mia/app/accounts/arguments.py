"""What ``mia clinic``, ``mia user`` and ``mia support`` are told. Apart from the commands, so that other commands
start without loading rooms.
"""

import argparse
from pathlib import Path
from typing import TypeAlias

EXPORT_CLINIC, ERASE_CLINIC = "export_clinic", "erase_clinic"
"""Work that takes the database's owner, beside what :mod:`mia.app.accounts.commands` does."""

_ROLES = ("owner", "manager", "front_desk", "provider", "read_only")
_SUPPORT_ROLES = ("read_only", "provider", "front_desk")


Actions: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _actions(command: argparse.ArgumentParser) -> Actions:
    return command.add_subparsers(required=True, metavar="action")


def _action(actions: Actions, name: str, text: str, work: str) -> argparse.ArgumentParser:
    action = actions.add_parser(name, help=text)
    action.set_defaults(work=work)
    return action


def _of_clinic(command: argparse.ArgumentParser) -> None:
    actions = _actions(command)
    action = _action(actions, "create", "open a practice", "create_clinic")
    action.add_argument("--name", required=True, help="as patients know it, such as 'Harbor Aesthetics'")
    action.add_argument("--timezone", required=True, help="IANA name, such as America/New_York")
    action.add_argument("--slug", help="its name in addresses; made of the name by default")
    action = _action(actions, "export", "export all of a practice's data to an unencrypted file", EXPORT_CLINIC)
    action.add_argument("--clinic", required=True, metavar="SLUG", help="such as harbor-aesthetics")
    action.add_argument("--out", required=True, type=Path, metavar="FILE", help="a ZIP that does not exist yet")
    action = _action(actions, "erase", "delete a practice and all its data", ERASE_CLINIC)
    action.add_argument("--clinic", required=True, metavar="SLUG", help="such as harbor-aesthetics")
    action.add_argument("--receipt", required=True, type=Path, metavar="FILE", help="where the receipt goes")
    action.add_argument("--yes", action="store_true", help="really remove it; else only counts are shown")


def _of_user(command: argparse.ArgumentParser) -> None:
    actions = _actions(command)
    action = _action(actions, "invite", "invite a user to a practice's team by email", "invite_user")
    action.add_argument("--clinic", required=True, metavar="SLUG", help="such as harbor-aesthetics")
    action.add_argument("--email", required=True, help="whom to invite")
    action.add_argument("--role", default="owner", choices=_ROLES, help="owner by default")
    action.add_argument("--show-link", action="store_true", help="also print the link; anyone who has it can join")
    action = _action(actions, "list", "list who may enter which practice, for a review of access", "list_users")
    action.add_argument("--clinic", metavar="SLUG", help="one practice alone")
    text = "remove the second factor of a user who lost it and all recovery codes"
    action = _action(actions, "forget-factor", text, "take_off_factors")
    action.add_argument("--email", required=True, help="the user's email; verify who is asking first")


def _of_support(command: argparse.ArgumentParser) -> None:
    text = "give platform support temporary access to a practice and notify its owners"
    action = _action(_actions(command), "open", text, "open_support")
    action.add_argument("--clinic", required=True, metavar="SLUG", help="such as harbor-aesthetics")
    action.add_argument("--user", required=True, metavar="EMAIL", help="an account that is not on its team")
    action.add_argument("--reason", required=True, help="shown to the owners")
    action.add_argument("--minutes", type=int, default=60, help="at most 480; 60 by default")
    action.add_argument("--role", default="read_only", choices=_SUPPORT_ROLES, help="read_only by default")


ADD_ARGUMENTS = {"clinic": _of_clinic, "user": _of_user, "support": _of_support}
"""The actions of each command, by its name."""
