"""What a call that a media worker has claimed begins with."""

from dataclasses import dataclass, field
from uuid import UUID

from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.voice.engine.pipeline.control import CallControl
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.media.background_sounds import BackgroundSounds
from mia.voice.media.engine import CallEngine
from mia.voice.media.recorder import CallRecorder
from mia.voice.media.speech import SpeechOfCall
from mia.voice.media.switchboard import CallSwitchboard
from mia.voice.messages.client import MessageClient
from mia.voice.resources.assistant.brief import limits_of
from mia.voice.resources.assistant.manners import manners_of
from mia.voice.resources.call import lifecycle
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.resources.workflow.answering import answering_for


@dataclass(frozen=True)
class Claimed:
    """A call that is this worker's now. ``told`` is what the database knows of it, ``mcp`` what its assistant's
    servers offer."""

    call_id: UUID
    scope: OrgScope
    told: lifecycle.ClaimedCall
    recorder: CallRecorder
    mcp: McpTools
    control: CallControl = field(default_factory=CallControl)


def set_up(
    call: Claimed, engine: CallEngine, messages: MessageClient, database: Database, sounds: BackgroundSounds
) -> CallSetup:
    """The setup of any call; :class:`~mia.voice.http.BadRequest` when its assistant cannot be played here."""
    told = call.told
    assistant = told.assistant
    phone = None
    if told.is_by_phone:
        phone = CallSwitchboard(
            database,
            call.scope,
            call.call_id,
            engine.telephony,
            engine.announce,
            told.made_by or str(call.scope.org_id),
            told.caller_id,
            told.account,
            call.control,
            (told.envelope["call"].get("customer") or {}).get("number"),
        )
    answering = answering_for(
        assistant, told.envelope, engine.language_models, messages, database, call.scope, phone, call.mcp
    )
    speech = SpeechOfCall(engine.speech, engine.providers, assistant)
    return CallSetup(
        answering,
        speech.whole(),
        call.recorder,
        limits_of(assistant),
        manners_of(assistant),
        phone,
        told.client_may_say,
        background=sounds.of(assistant),
        background_of=sounds.of,
        voice_of=speech.voice_of,
        manners_of=lambda heir: manners_of(dict(heir)),
        transcriber_of=speech.transcriber_of,
    )
