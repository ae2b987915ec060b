"""The front desk at work: what its routes and periodic tasks need, made once per process."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar
from uuid import UUID

import structlog

from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.assistant import Server, build_assistant, digest
from mia.clinic.frontdesk.ports import VoiceService, VoiceServices
from mia.clinic.frontdesk.server_messages import missed
from mia.clinic.frontdesk.server_messages.handling import Json, handle_message, read_message
from mia.clinic.frontdesk.server_messages.recording import consent_question, incoming_overrides
from mia.clinic.frontdesk.tokens import ServerSecrets, VisitorPasses
from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel
from mia.clinic.oncall import service as oncall
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import SlotSigner
from mia.identity import service as identity
from mia.identity.service import Clinic
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings

log = structlog.get_logger()

SERVER_MESSAGES_PATH = "/api/frontdesk/server-messages"

ACTOR = "mia"
"""Who acts when the front desk does."""

T = TypeVar("T")
Variables = Mapping[str, str]


class FrontDesk:
    """Holds the database, the voice service and the keys with which the front desk signs."""

    def __init__(self, database: Database, voices: VoiceServices, settings: Settings) -> None:
        self.database = database
        self.voices = voices
        self.settings = settings
        self.tools = ToolContext.of(settings)
        self.secrets = ServerSecrets.from_settings(settings)
        self.passes = VisitorPasses.from_settings(settings)

    @property
    def signer(self) -> SlotSigner:
        """Signs and reads the times that are offered."""
        return self.tools.signer

    def voice(self, clinic_id: UUID) -> VoiceService:
        """The voice service for one clinic's conversations."""
        return self.voices.of(clinic_id)

    def scope(self, clinic_id: UUID) -> ClinicScope:
        """Mia's own permission on a clinic whose id comes from us (a secret, a pass, a row)."""
        return identity.service_scope(clinic_id, ACTOR)

    async def site_practice(self) -> Clinic:
        """The practice that visitors of the public pages talk with; :class:`NotFound` where Mia is not on them,
        :class:`Unavailable` before the practice is set up."""
        slug = self.settings.site_slug
        if slug is None:
            raise NotFound("Mia cannot be talked to on this site.")
        async with self.database.system(SystemScope.LOGIN) as session:
            clinic = await identity.find_clinic(session, slug)
        if clinic is None:
            raise Unavailable("Mia isn't available yet. Please try again in a moment.")
        return clinic

    async def handle_server_message(self, secret: str, message: Json) -> Json:
        """Act on a message of the voice service; :class:`Unauthenticated` for a wrong secret."""
        scope = self.scope(self.secrets.read(secret))
        parsed = read_message(message)
        async with self.database.clinic(scope) as session:
            return await handle_message(session, self.tools, parsed)

    async def ensure_assistant(self, clinic_id: UUID) -> str:
        """The id of the clinic's assistant at the voice service, which is told when anything changed."""
        scope = self.scope(clinic_id)
        async with self.database.clinic(scope) as session:
            stored = await queries.find_assistant(session)
            assistant = await self.assistant_of(session, SERVER_MESSAGES_PATH)
        current = digest(assistant)
        if stored is not None and stored.digest == current:
            return stored.voice_assistant_id
        known = stored.voice_assistant_id if stored else None
        assistant_id = await self.voice(clinic_id).save_assistant(assistant, known)
        async with self.database.clinic(scope) as session:
            await queries.save_assistant(session, assistant_id, current)
        log.info("assistant_saved", clinic_id=str(clinic_id), assistant_id=assistant_id)
        return assistant_id

    async def assistant_of(self, session: ClinicSession, messages_path: str) -> Json:
        """The assistant of the practice as the session sees it, which tells ``messages_path`` what it does."""
        url = self.settings.internal_url if self.settings.remote_voice_url is None else self.settings.origin
        return build_assistant(
            await practices.get_practice(session),
            await schedule.list_services(session),
            await schedule.list_providers(session),
            Server(url + messages_path, self.secrets.issue(session.scope.clinic_id)),
            self.settings,
            on_call=await oncall.is_covered(session),
            own_numbers=[one.number for one in await practices.list_numbers(session)],
        )

    async def incoming_overrides(self, clinic_id: UUID) -> Json:
        """What a call that comes in changes of the clinic's assistant."""
        async with self.database.clinic(self.scope(clinic_id)) as session:
            practice = await practices.get_practice(session)
            return incoming_overrides(practice, await consent_question(session, practice))

    async def spoken_apology(self, clinic_id: UUID, number: str) -> str:
        """What the carrier says to a caller from ``number`` (may be none) when Mia cannot take the call."""
        known = missed.caller_number(number) is not None
        try:
            async with self.database.clinic(self.scope(clinic_id)) as session:
                name = (await practices.get_practice(session)).name
        except NotFound:  # no one has set the practice up yet
            return missed.spoken_apology(None, number_known=known)
        return missed.spoken_apology(name, number_known=known)

    async def note_missed_call(self, clinic_id: UUID, number: str) -> None:
        """A phone call came in that the voice service did not take: staff get a task."""
        async with self.database.clinic(self.scope(clinic_id)) as session:
            begun = await inbox.start_conversation(session, Channel.PHONE)
            name = inbox.unknown_name(Channel.PHONE)
            await missed.note_missed_call(session, begun, missed.caller_number(number), name)

    async def with_assistant(self, clinic_id: UUID, begin: Callable[[str, Variables], Awaitable[T]]) -> T:
        """Begin a conversation with the clinic's assistant; once more when the voice service has lost it."""
        variables = await self._variables(clinic_id)
        try:
            return await begin(await self.ensure_assistant(clinic_id), variables)
        except NotFound:
            async with self.database.clinic(self.scope(clinic_id)) as session:
                await queries.drop_assistant(session)
        try:
            return await begin(await self.ensure_assistant(clinic_id), variables)
        except NotFound:
            raise Unavailable("Mia isn't available right now. Please try again in a moment.") from None

    async def _variables(self, clinic_id: UUID) -> Variables:
        """What fills the assistant's texts: ``now`` in the practice's zone."""
        async with self.database.clinic(self.scope(clinic_id)) as session:
            practice = await practices.get_practice(session)
            local = session.now().astimezone(practice.zone)
        return {"now": f"{local:%A, %B %d, %Y, %I:%M %p}"}
