"""``mia privacy export``, ``delete`` and ``opt-out``: the operator's side of docs/runbooks/privacy-requests.md."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mia.clinic.frontdesk.ports import VoiceService, VoiceServices
from mia.clinic.privacy.erasure import erase, measure, opt_out
from mia.clinic.privacy.export import export_person
from mia.clinic.privacy.ledger import Ledger
from mia.clinic.privacy.person import Request, SeveralPeople
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Invalid, Unavailable
from mia.platform.kernel.scope import ClinicScope, SystemScope

_ACTOR = "privacy-request"


async def run(options: argparse.Namespace, database: Database, voices: VoiceServices, ledger: Ledger) -> int:
    """Carry one request out; returns the exit status. Says what is wrong, never who it is about."""
    if not options.email and not options.phone:
        return _fail("Give --email, --phone or both")
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, options.clinic)
    if clinic is None:
        return _fail("There is no clinic with this slug")
    scope = identity.service_scope(clinic.id, _ACTOR)
    request = Request(options.email, options.phone, options.name)
    try:
        if options.action == "export":
            return await _export(database, scope, request, options.out)
        if options.action == "opt-out":
            return await _opt_out(database, scope, request)
        return await _delete(database, scope, voices.of(clinic.id), request, ledger, really=options.yes)
    except SeveralPeople:
        return _fail("People of different names share this address or number: add --name")
    except Invalid as error:
        return _fail(error.detail)
    except Unavailable:
        return _fail("Couldn't reach the voice service. Nothing was deleted: start Mia and try again")


async def _export(database: Database, scope: ClinicScope, request: Request, out: Path | None) -> int:
    async with database.clinic(scope) as session:
        text = json.dumps(await export_person(session, request), indent=2, ensure_ascii=False) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        with os.fdopen(os.open(out, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    return 0


async def _opt_out(database: Database, scope: ClinicScope, request: Request) -> int:
    async with database.clinic(scope) as session:
        _show("No more contact", {"addresses": await opt_out(session, request)})
    return 0


async def _delete(
    database: Database,
    scope: ClinicScope,
    voice: VoiceService,
    request: Request,
    ledger: Ledger,
    *,
    really: bool,
) -> int:
    if really:
        _show("Deleted", asdict(await erase(database, scope, voice, request, ledger)))
        return 0
    async with database.clinic(scope) as session:
        _show("Would delete (add --yes)", asdict(await measure(session, request)))
    return 0


def _show(title: str, counts: Mapping[str, Any]) -> None:
    lines = [f"  {name.replace('_', ' '):16}{count}" for name, count in counts.items()]
    sys.stdout.write("\n".join([f"{title}:", *lines, ""]))


def _fail(reason: str) -> int:
    sys.stderr.write(f"{reason}\n")
    return 1
