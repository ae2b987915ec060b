"""What the sandbox's phones show: who was sent what, who rings, whose they are."""

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from mia.adapters.http_sandbox_phones import HttpSandboxPhones, SandboxCall
from mia.adapters.sandbox_mailbox import SandboxMailbox
from mia.clinic.frontdesk.service import WIDGET_PAGE
from mia.clinic.inbox.service import InboundText, MailIntake, MailVerdict
from mia.clinic.oncall import service as oncall
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Websites
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from mia.platform.mail.service import Received
from mia.platform.sandbox_phones import service as sandbox_phones
from mia.platform.sandbox_phones.service import SandboxText

T = TypeVar("T")

_ACTOR = "sandbox"
_CALLS = 200


@dataclass
class Phone:
    """One phone. ``owner`` is the patient whose number it is, ``clinic`` the practice that it last had to do
    with; texts and calls are newest first."""

    id: str
    number: str = field(repr=False)
    owner: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    clinic: ClinicScope | None = None
    practice: str = ""
    texts: list[SandboxText] = field(default_factory=list)
    calls: list[SandboxCall] = field(default_factory=list)
    mails: list[Received] = field(default_factory=list)

    @property
    def last_at(self) -> datetime:
        """When something last happened on it."""
        calls = [call.created_at for call in self.calls[:1]]
        return max([text.at for text in self.texts[:1]] + calls + [email.at for email in self.mails[:1]])

    @property
    def last_text(self) -> str | None:
        """What its latest text says, or its owner's latest email is about; None where only calls came."""
        said = [(text.at, text.text) for text in self.texts[:1]]
        said += [(email.at, f"Email: {email.mail['Subject']}") for email in self.mails[:1]]
        return max(said)[1] if said else None


@dataclass(frozen=True)
class _Owner:
    """The practice that a phone had to do with, and the patient whose it is, if it is one's."""

    clinic: ClinicScope
    practice: str
    name: str | None = field(repr=False)
    email: str | None = field(repr=False)


@dataclass(frozen=True)
class PracticeLine:
    """A practice's number (E.164), and where one talks with its Mia in a browser."""

    number: str
    practice: str
    talk_url: str


class Phones:
    """The sandbox's phones. The id of one is a keyed hash of its number, which never stands in an address."""

    def __init__(self, database: Database, calls: HttpSandboxPhones, settings: Settings) -> None:
        self._database = database
        self._calls = calls
        self._key = settings.derived_secret("sandbox-phone").encode()
        self._owners: dict[str, _Owner] = {}
        self._numbers: dict[str, str | None] = {}
        self._settings = settings
        intake = MailIntake(database, settings.reply_address or settings.contact_email)
        self._mailbox = SandboxMailbox(intake, database.clock)

    async def list_phones(self) -> list[Phone]:
        """Every phone that a text, a call or an email to its owner has reached, the latest first."""
        found: dict[str, Phone] = {}
        for scope in await self._scopes():
            for call in await self._calls.list_calls(scope.clinic_id, _CALLS):
                phone = self._phone(found, call.number)
                phone.calls.append(call)
                phone.clinic = phone.clinic or scope
            async with self._database.clinic(scope) as session:
                for text in await sandbox_phones.list_texts(session):
                    phone = self._phone(found, text.number)
                    phone.texts.append(text)
                    phone.clinic = phone.clinic or scope
                for email in await mail.list_sandbox(session):
                    if number := await self._number_of(session, email):
                        phone = self._phone(found, number)
                        phone.mails.append(email)
                        phone.clinic = phone.clinic or scope
        for phone in found.values():
            phone.texts.sort(key=lambda text: text.at, reverse=True)
            phone.calls.sort(key=lambda call: call.created_at, reverse=True)
            await self._find_owner(phone)
        return sorted(found.values(), key=lambda phone: phone.last_at, reverse=True)

    async def get_phone(self, phone_id: str) -> Phone:
        """One phone with its owner's mailbox; :class:`NotFound` when nothing has reached it."""
        phone = next((each for each in await self.list_phones() if each.id == phone_id), None)
        if phone is None:
            raise NotFound
        if phone.email and phone.clinic:
            async with self._database.clinic(phone.clinic) as session:
                phone.mails = [item for item in await mail.list_sandbox(session) if item.mail["To"] == phone.email]
        return phone

    async def reply(self, phone_id: str, text: str) -> UUID:
        """Write back to the practice, as the person would; returns the text's id."""
        phone = await self.get_phone(phone_id)
        if phone.clinic is None:
            raise NotFound
        if phone.texts:
            return await self._write(phone.number, phone.texts[0].practice, text)
        async with self._database.clinic(phone.clinic) as session:
            numbers = await practices.list_numbers(session)
        if not numbers:
            raise Conflict("This practice has no number to write to")
        return await self._write(phone.number, numbers[0].number, text)

    async def list_lines(self) -> list[PracticeLine]:
        """The numbers of all practices."""
        websites, found = Websites(self._database, self._settings, "page"), []
        for scope in await self._scopes():
            async with self._database.clinic(scope) as session:
                numbers = [one for one in await practices.list_numbers(session) if one.active]
                if numbers:
                    url = await websites.address(session, WIDGET_PAGE)
                    practice = (await identity.get_clinic(session)).name
                    found += [PracticeLine(one.number, practice, url) for one in numbers]
        return found

    async def write(self, sender: str, to: str, text: str) -> UUID:
        """Write from any phone to a practice's number, as someone would who was never contacted."""
        return await self._write(patients.normalize_phone(sender), patients.normalize_phone(to), text)

    async def _write(self, number: str, practice: str, text: str) -> UUID:
        """A text to a practice's number arrives where the carrier would send it."""
        async with self._database.system(SystemScope.CARRIER) as system:
            found = await practices.find_number(system, practice)
        if found is None:
            raise Conflict("No practice has this number any more")
        async with self._database.clinic(identity.service_scope(found.clinic_id, _ACTOR)) as session:
            text_id = await sandbox_phones.write_text(session, number=number, practice=practice, text=text)
            await oncall.receive_text(session, InboundText(f"sandbox-{text_id}", number, text, practice))
        return text_id

    async def reply_mail(self, phone_id: str, mail_id: UUID, text: str) -> None:
        """Answer an email in the owner's mailbox, as the person would; :class:`Conflict` when no one takes it."""
        phone = await self.get_phone(phone_id)
        email = next((received.mail for received in phone.mails if received.id == mail_id), None)
        if email is None or phone.email is None:
            raise NotFound
        if await self._mailbox.reply(email, phone.email, text) is not MailVerdict.ACCEPTED:
            raise Conflict("This email doesn't accept replies")

    async def pick_up(self, call_id: str, sdp: str) -> str:
        """Answer a ringing call with the browser's offer; returns the SDP answer."""
        return await self._of_its_clinic(lambda clinic_id: self._calls.pick_up(clinic_id, call_id, sdp))

    async def let_go(self, call_id: str, action: str) -> None:
        """``decline``, ``voicemail`` or ``ring-out``; :class:`Conflict` when it does not ring anymore."""
        await self._of_its_clinic(lambda clinic_id: self._calls.let_go(clinic_id, call_id, action))

    async def _of_its_clinic(self, use: Callable[[UUID], Awaitable[T]]) -> T:
        """Use a call by the clinic whose it is: the others do not find it."""
        for scope in await self._scopes():
            try:
                return await use(scope.clinic_id)
            except NotFound:
                continue
        raise NotFound

    async def _number_of(self, session: ClinicSession, email: Received) -> str | None:
        """The phone of the patient who got an email, if any; looked up once."""
        address = str(email.mail["To"]).lower()
        if address not in self._numbers:
            people = await patients.find_by_email(session, address)
            self._numbers[address] = people[0].phone if people else None
        return self._numbers[address]

    def _phone(self, found: dict[str, Phone], number: str) -> Phone:
        phone_id = hmac.new(self._key, number.encode(), hashlib.sha256).hexdigest()[:32]
        return found.setdefault(number, Phone(phone_id, number))

    async def _scopes(self) -> Sequence[ClinicScope]:
        async with self._database.system(SystemScope.LOGIN) as system:
            return [identity.service_scope(clinic.id, _ACTOR) for clinic in await identity.list_clinics(system)]

    async def _find_owner(self, phone: Phone) -> None:
        """Fill in whose phone it is. Someone found is remembered: the page asks each second, and every read
        of a patient is in the activity log."""
        known = self._owners.get(phone.number)
        if known is None or (phone.clinic and phone.clinic != known.clinic):
            known = await self._look_up(phone)
            if known is not None and known.name:
                self._owners[phone.number] = known
        if known is not None:
            phone.clinic, phone.practice, phone.owner, phone.email = (
                known.clinic,
                known.practice,
                known.name,
                known.email,
            )

    async def _look_up(self, phone: Phone) -> _Owner | None:
        for scope in [phone.clinic] if phone.clinic else await self._scopes():
            async with self._database.clinic(scope) as session:
                owners = await patients.find_by_phone(session, phone.number, unverified=True)
                staff = None if owners else await oncall.find_contact(session, phone.number)
                if owners or staff or phone.clinic:
                    practice = (await practices.get_practice(session)).name
                    if staff:
                        return _Owner(scope, practice, f"{staff.name} (on call)", staff.email)
                    first = owners[0] if owners else None
                    return _Owner(scope, practice, first.name if first else None, first.email if first else None)
        return None
