"""The public web form of a clinic, which its own pages may show in a frame.

No one signs in here: the site key says whose form it is, the page around it must be one that the clinic named, and
how often it may be sent is bounded. What stands beside the consent box is kept as proof with the page and the time.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, ConsentText, Grant, Purpose, TextKind
from mia.clinic.leads.intake import NewLead, add_lead
from mia.clinic.leads.temporary import queries
from mia.clinic.leads.temporary.form_keys import PASS_VALIDITY, FormKeys, FormPass
from mia.clinic.leads.temporary.service import CaptureSource, LeadDetails, capture
from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.identity.service import Limit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.settings import Settings
from mia.platform.words.phone_numbers import is_in_countries

PAGE = "/embed/lead/"
"""Where the form of a clinic stands; its slug follows."""
LEAD_FORM = Limit(
    "lead-form",
    timedelta(hours=1),
    per_address=10,
    per_subject=300,
    detail="You've sent this form too many times. Please try again later.",
)
"""Web forms sent from one place, and to one clinic, which is the subject."""
_ACTOR = "web_form"
_CHANNELS = (Channel.SMS, Channel.CALL, Channel.AI_VOICE)
"""What ticking the box allows, as its words say."""


@dataclass(frozen=True)
class OpenForm:
    """A form someone has opened: whose it is, what the consent box says, and the pass to send it with."""

    practice: str
    wording: str
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class FormAddress:
    """Where a clinic's form is found, and the pages (origins) that may show it."""

    url: str
    origins: tuple[str, ...]


class LeadForms:
    """The web forms of all clinics."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._keys = FormKeys.from_settings(settings)
        self._websites = practices.Websites(database, settings, "form")

    async def address(self, session: ClinicSession) -> FormAddress:
        """Where staff find the form of their clinic."""
        origins = (await practices.get_settings(session)).form_origins
        return FormAddress(await self._websites.address(session, PAGE), origins)

    async def open(self, slug: str, key: str, page: str) -> OpenForm:
        """Open a clinic's form on a page (its origin, or empty when it stands by itself).

        :class:`NotFound` when key and clinic do not belong together, :class:`Forbidden` on any other page than
        ours and those that the clinic named.
        """
        clinic = await self._websites.admit(slug, key, page)
        async with self._database.clinic(_scope(clinic)) as session:
            text = await consent.current_text(session, TextKind.LEAD_FORM, clinic.name)
        expires_at = self._database.clock.now() + PASS_VALIDITY
        opened = FormPass(new_id(), clinic.id, page or self._settings.origin, text.id, expires_at)
        return OpenForm(clinic.name, text.words, self._keys.issue(opened))

    async def send(self, slug: str, ticket: str, details: LeadDetails, *, agreed: bool, address: str) -> None:
        """Take what someone filled in. The same form sent again counts once.

        :class:`Void` for a pass that is not ours or too old, :class:`TooManyRequests` beyond the limits,
        :class:`Invalid` (field ``phone``) for a number of a country that is not texted. ``address`` is the network
        address it came from.
        """
        clinic = await self._websites.known(slug)
        opened = self._keys.read(ticket, clinic.id, self._database.clock.now())
        limit = LEAD_FORM.of(self._settings)
        await identity.check(self._database, limit, address, str(clinic.id))
        if details.phone and not is_in_countries(details.phone, self._settings.countries):
            raise Invalid("We cannot text or call this number", fields={"phone": "Not a number we can reach"})
        async with self._database.clinic(_scope(clinic)) as session:
            follows = agreed and (await practices.get_settings(session)).follows_up_leads
            lead_id = await _hand_over(session, opened.form_id, details) if follows and details.phone else None
            kept = await capture(session, details, CaptureSource.WEB_FORM, form_id=opened.form_id, lead_id=lead_id)
            if kept is not None and agreed:
                await _keep_proof(session, opened, details)


def _scope(clinic: identity.Clinic) -> ClinicScope:
    return identity.service_scope(clinic.id, _ACTOR)


async def _hand_over(session: ClinicSession, form_id: UUID, details: LeadDetails) -> UUID:
    """Into the pipeline at once, so that Mia can answer within a minute."""
    return await add_lead(
        session,
        NewLead(
            name=details.name,
            source=CaptureSource.WEB_FORM.value,
            phone=details.phone,
            email=details.email,
            interest=details.interest.value if details.interest else None,
            message=details.message,
            key=encode("frm", form_id),
        ),
    )


async def _keep_proof(session: ClinicSession, opened: FormPass, details: LeadDetails) -> None:
    """What was shown, where and when, and what the sender allows for the number, which waits until the number is
    proven."""
    text = await consent.get_text(session, opened.text_id)
    values = {"id": opened.form_id, "created_at": session.now(), "wording": text.words, "page": opened.page}
    if await queries.add_form_consent(session, values) and details.phone is not None:
        await consent.hold_consents(session, _grants(details.phone, opened.form_id, text, session.now()))


def _grants(phone: str, form_id: UUID, text: ConsentText, now: datetime) -> list[Grant]:
    proof = encode("frm", form_id)
    return [
        Grant(phone, Consent(channel, Purpose.CALL_BACK, Basis.EXPRESS, proof, now, text.id))
        for channel in _CHANNELS
    ]
