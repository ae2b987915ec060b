"""``mia clinic create``, ``mia user invite``, ``mia user forget-factor`` and ``mia support open``: what an operator
does beside the product.
"""

import argparse
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta

from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.errors import MiaError, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from mia.platform.kernel.settings import Settings

_OPERATOR = "operator"


async def run(options: argparse.Namespace, database: Database, settings: Settings) -> int:
    """Carry one command out; returns the exit status, and says what is wrong."""
    work: Callable[[argparse.Namespace, Database, Settings], Awaitable[None]] = _WORK[options.work]
    try:
        await work(options, database, settings)
    except MiaError as error:
        sys.stderr.write(f"{error.detail}\n")
        for message in set(error.fields.values()) - {error.detail}:
            sys.stderr.write(f"  {message}\n")
        return 1
    return 0


async def _create_clinic(options: argparse.Namespace, database: Database, settings: Settings) -> None:
    practice = identity.Practice(options.name, options.timezone, options.slug)
    async with database.accounts(identity.service_scope(new_id(), _OPERATOR)) as session:
        clinic = await identity.enter_clinic(session, practice)
    sys.stdout.write(
        f"{clinic.name} is open at {settings.origin}/dashboard/{clinic.slug}\n"
        f"Invite its owner: mia user invite --clinic {clinic.slug} --email OWNER@PRACTICE\n"
    )


async def _invite_user(options: argparse.Namespace, database: Database, settings: Settings) -> None:
    clinic = await _clinic(options, database)
    scope = identity.service_scope(clinic.id, _OPERATOR)
    sent = await identity.invite(database, settings, scope, options.email, Role(options.role))
    sys.stdout.write(f"The invitation is on its way; it ends {sent.invite.expires_at:%Y-%m-%d %H:%M} UTC\n")
    if options.show_link:
        sys.stdout.write(f"{sent.link}\n")


async def _list_users(options: argparse.Namespace, database: Database, _settings: Settings) -> None:
    async with database.system(SystemScope.LOGIN) as system:
        clinics = await identity.list_clinics(system)
    if options.clinic is not None:
        clinics = [await _clinic(options, database)]
    for clinic in clinics:
        for each in await identity.list_members(database, identity.service_scope(clinic.id, _OPERATOR)):
            seen = f"{each.last_active_at:%Y-%m-%d}" if each.last_active_at else "never"
            factor = "second factor" if each.second_factor else "password only"
            disabled = ", disabled" if each.disabled else ""
            role = each.role.value
            sys.stdout.write(f"{clinic.slug}: {each.email}, {role}, {factor}, last seen {seen}{disabled}\n")


async def _take_off_factors(options: argparse.Namespace, database: Database, settings: Settings) -> None:
    await identity.take_off_factors(database, settings, options.email)
    sys.stdout.write("The second factor is off, all sessions have ended, and the user was notified\n")


async def _open_support(options: argparse.Namespace, database: Database, settings: Settings) -> None:
    clinic = await _clinic(options, database)
    lasting, role = timedelta(minutes=options.minutes), Role(options.role)
    visit = await identity.open_support(database, settings, clinic, options.user, options.reason, lasting, role)
    sys.stdout.write(f"Open until {visit.expires_at:%Y-%m-%d %H:%M} UTC; the owners were notified\n")


async def _clinic(options: argparse.Namespace, database: Database) -> identity.Clinic:
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, options.clinic)
    if clinic is None:
        raise NotFound("There is no clinic with this slug")
    return clinic


_WORK = {
    "create_clinic": _create_clinic,
    "invite_user": _invite_user,
    "list_users": _list_users,
    "take_off_factors": _take_off_factors,
    "open_support": _open_support,
}
