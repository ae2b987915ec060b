"""``mia number add``, ``remove`` and ``list``: the operator assigns the carrier account's numbers to practices."""

import argparse
import re
import sys
from collections.abc import Awaitable, Callable

from mia.app.carrier.webhooks import webhook_urls
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import CarrierNumber, CarrierNumbers, ClinicNumber
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, Invalid, MiaError, NotFound
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.resources.phone_number.service import release_number

_OPERATOR = "operator"
_E164 = re.compile(r"\+[1-9][0-9]{6,14}")


class Numbering:
    """The commands, on one database. ``carrier`` is None where production has no carrier account."""

    def __init__(self, database: Database, settings: Settings, carrier: CarrierNumbers | None) -> None:
        self._database = database
        self._settings = settings
        self._carrier = carrier

    async def run(self, options: argparse.Namespace) -> int:
        """Carry one command out; returns the exit status, and says what is wrong."""
        work: Callable[[argparse.Namespace], Awaitable[None]] = getattr(self, options.work)
        try:
            await work(options)
        except MiaError as error:
            sys.stderr.write(f"{error.detail}\n")
            return 1
        return 0

    async def add_number(self, options: argparse.Namespace) -> None:
        """Assign a number that the carrier account owns; a number of another practice is refused."""
        found = await self._owned(options.number)
        async with self._database.system(SystemScope.LOGIN) as system:
            clinic = await identity.find_clinic(system, options.clinic)
        if clinic is None:
            raise NotFound("There is no clinic with this slug")
        await self._make_free(found.number, for_clinic=clinic)
        async with self._database.clinic(identity.service_scope(clinic.id, _OPERATOR)) as session:
            number = await practices.assign_number(
                session,
                found.number,
                label=options.label,
                texts=found.texts and not options.no_texts,
                calls=found.calls and not options.no_calls,
            )
        sys.stdout.write(f"{number.number} belongs to {clinic.name}: {_uses(number)}\n")
        self._say_where_it_leads(found)

    async def remove_number(self, options: argparse.Namespace) -> None:
        """Nothing leaves from a number anymore."""
        known = await self._find(_e164(options.number))
        if known is None:
            raise NotFound("No practice has this number")
        async with self._database.clinic(_scope(known)) as session:
            await practices.retire_number(session, known.number)
        await release_number(self._database, known.number)
        sys.stdout.write(f"{known.number} no longer sends anything. Texts to it still reach its former practice.\n")

    async def list_numbers(self, _options: argparse.Namespace) -> None:
        """One line for each number."""
        async with self._database.system(SystemScope.LOGIN) as system:
            names = {clinic.id: clinic.slug for clinic in await identity.list_clinics(system)}
        async with self._database.system(SystemScope.CARRIER) as system:
            numbers = await practices.list_assigned(system)
        for one in numbers:
            sys.stdout.write(f"{one.number}  {names.get(one.clinic_id, '?')}  {_uses(one)}  {one.label}\n")

    async def _owned(self, text: str) -> CarrierNumber:
        number = _e164(text)
        if self._carrier is None:
            raise Conflict(
                "There is no carrier account: set MIA_TWILIO_ACCOUNT_SID and MIA_TWILIO_AUTH_TOKEN first."
            )
        found = await self._carrier.find(number)
        if found is None:
            raise NotFound("The carrier account does not own this number. Buy it there, or port it, first.")
        return found

    async def _make_free(self, number: str, *, for_clinic: identity.Clinic) -> None:
        """Take a removed number from the practice that had it."""
        known = await self._find(number)
        if known is None or known.clinic_id == for_clinic.id:
            return
        if known.active:
            raise Conflict(f"This number belongs to another practice. First: mia number remove {number}")
        async with self._database.clinic(_scope(known)) as session:
            await practices.release_number(session, number)

    async def _find(self, number: str) -> ClinicNumber | None:
        async with self._database.system(SystemScope.CARRIER) as system:
            return await practices.find_number(system, number)

    def _say_where_it_leads(self, found: CarrierNumber) -> None:
        """Warn when what comes in would not come here."""
        if self._settings.twilio_account_sid is None:
            return
        text_url, call_url = webhook_urls(self._settings)
        for what, able, is_set, wanted in (
            ("A message comes in", found.texts, found.text_url, text_url),
            ("A call comes in", found.calls, found.call_url, call_url),
        ):
            if able and is_set != wanted:
                sys.stdout.write(f'Set at Twilio for this number, by POST: "{what}" to {wanted}\n')


def _uses(number: ClinicNumber) -> str:
    if not number.active:
        return "removed"
    uses = [use for use, able in (("texts", number.texts), ("calls", number.calls)) if able]
    return " and ".join(uses) or "nothing"


def _scope(number: ClinicNumber) -> ClinicScope:
    return identity.service_scope(number.clinic_id, _OPERATOR)


def _e164(text: str) -> str:
    if not _E164.fullmatch(text):
        raise Invalid("A number is written such as +13055550100: plus, country code, number, nothing else")
    return text
