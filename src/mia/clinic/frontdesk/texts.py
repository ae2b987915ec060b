"""Mia answers texts: the same dialogue and tools as in a call, one answer for each text, once."""

from typing import Any

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.frontdesk.desk import FrontDesk, Variables
from mia.clinic.frontdesk.ports import Earlier, VoiceService, WrittenChat
from mia.clinic.frontdesk.tools.booking import slot_answer
from mia.clinic.frontdesk.tools.canceling import answer_cancellation
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, TextTalk
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Switch
from mia.clinic.ratings import service as ratings
from mia.clinic.recalls import service as rebooking
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import SlotSigner
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.errors import Conflict, MiaError, NotFound, Unavailable
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import ClinicScope
from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain

log = structlog.get_logger()

_ACTOR = "mia"
_MOST_ATTEMPTS = 7
"""About a minute and a half of trying; then a person has to answer."""


def register_texts(registry: Registry, desk: FrontDesk) -> None:
    """Have the worker answer what comes in, and end Mia's part where staff takes over."""

    async def answer(_database: Database, event: Event) -> None:
        await answer_text(desk, identity.service_scope(event.tenant_id, _ACTOR), event)

    async def leave(_database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, _ACTOR)
        async with desk.database.clinic(scope) as session:
            conversation = await inbox.get_conversation(session, event.ids["conversation_id"])
        if conversation.voice_id is not None and not conversation.is_closed:
            await desk.voice(event.tenant_id).end_chat(conversation.voice_id)

    registry.register(inbox.TEXT_RECEIVED, answer)
    registry.register(inbox.TAKEN_OVER, leave)


async def answer_text(desk: FrontDesk, scope: ClinicScope, event: Event) -> None:
    """Answer one text. Safe to repeat; :class:`Unavailable` when it is to be tried again."""
    async with desk.database.clinic(scope) as session:
        talk = await inbox.claim_answer(session, event.ids["text_id"])
        if talk is None:
            return
        # Danger is answered before and whatever else a text may be about.
        alarm = hear_danger(plain(talk.text))
        if not (alarm and alarm.is_urgent) and await _settled(session, talk, desk.settings.origin):
            return
    try:
        words = await _words(desk, scope, talk, again=event.attempt > 1)
    except MiaError as error:
        if event.attempt < _MOST_ATTEMPTS:
            raise Unavailable("Mia cannot answer now") from error
        log.error("text_not_answered", text_id=str(talk.text_id), error=type(error).__name__)
        async with desk.database.clinic(scope) as session:
            await inbox.give_up_answer(session, talk)
        return
    async with desk.database.clinic(scope) as session:
        await inbox.store_answer(session, talk, await _introduced(session, talk, words))


async def _settled(session: ClinicSession, talk: TextTalk, origin: str) -> bool:
    """Whether a text was taken care of without Mia's dialogue."""
    thanks = await ratings.take_rating(session, talk.thread_id, talk.text)
    said = thanks if thanks is not None else await _take_proof(session, talk)
    if said is not None:
        await inbox.store_answer(session, talk, said)
        return True
    if not await practices.switched_on(session, Switch.ANSWERS_TEXTS):
        await inbox.give_up_answer(session, talk, "The practice answers texts itself. Please reply.")
        return True
    answer = await answer_cancellation(session, talk, origin)
    if answer is not None:
        await inbox.store_answer(session, talk, answer.words, asks=answer.asks)
    return answer is not None


async def _take_proof(session: ClinicSession, talk: TextTalk) -> str | None:
    """What a text proves of its number: an answer to what the practice has written by itself, or to the one text
    that a web form brought. What to say to someone who did not ask for that; None for everyone else."""
    if talk.channel is not inbox.Channel.SMS:
        return None
    denied = await lead_answers.take_proof(session, talk.thread_id, talk.text)
    if denied is None and await inbox.is_reply(session, talk.thread_id, session.now() - lead_answers.ANSWERS):
        await consent.prove_contact(session, await inbox.address_of_thread(session, talk.thread_id), Proof.REPLY)
    return denied


async def _words(desk: FrontDesk, scope: ClinicScope, talk: TextTalk, *, again: bool) -> str:
    """What Mia says to a text; what she has said already when this text reached her before."""
    voice = desk.voice(scope.clinic_id)
    conversation = talk.conversation or await _begin(desk, scope, talk)
    assert conversation.voice_id is not None
    if again and (said := await _said_before(voice, conversation.voice_id, talk.text)) is not None:
        return said
    try:
        return " ".join((await voice.send_chat(conversation.voice_id, talk.text)).texts)
    except (NotFound, Conflict):
        pass  # that talk has ended meanwhile: this text begins the next
    conversation = await _begin(desk, scope, talk)
    assert conversation.voice_id is not None
    return " ".join((await voice.send_chat(conversation.voice_id, talk.text)).texts)


async def _begin(desk: FrontDesk, scope: ClinicScope, talk: TextTalk) -> Conversation:
    """Start a conversation at the voice service; its line in the history is that of the contact it answers."""
    async with desk.database.clinic(scope) as session:
        metadata = await _acquaintance(session, desk.signer, talk)
        earlier = [
            Earlier(said.author == "patient", said.text)
            for said in await inbox.list_handed_back(session, talk.thread_id, talk.text_id)
        ]

    async def begin(assistant_id: str, variables: Variables) -> WrittenChat:
        return await desk.voice(scope.clinic_id).start_chat(assistant_id, variables, metadata, earlier)

    chat = await desk.with_assistant(scope.clinic_id, begin)
    async with desk.database.clinic(scope) as session:
        conversation = await inbox.begin_talk(session, talk, chat.id)
        name = await outreach.note_reply(session, talk.thread_id, conversation) or inbox.unknown_name(talk.channel)
        if talk.patient_id is not None:
            name = (await patients.get_patient(session, talk.patient_id)).name
        await inbox.note_in_progress(session, conversation, name)
    return conversation


async def _acquaintance(session: ClinicSession, signer: SlotSigner, talk: TextTalk) -> dict[str, Any]:
    """What Mia may know about a texter whose number is on file: the first name, what is due or was offered."""
    if (lead := await lead_answers.find_expected(session, talk.thread_id)) is not None:
        return await _lead(session, signer, lead)
    if talk.patient_id is None:
        return {}
    patient = await patients.get_patient(session, talk.patient_id)
    practice = await practices.get_practice(session)
    recalls = await rebooking.list_recalls(session, patient.id)
    due = [recall for recall in recalls if recall.is_due(session.now())]
    return {
        "outreach": {
            "kind": "recall",
            "first_name": patient.name.split()[0],
            "practice": practice.name,
            "services": [encode("svc", recall.service_id) for recall in due],
            "identified": True,
        }
    }


async def _lead(session: ClinicSession, signer: SlotSigner, expected: lead_answers.Expected) -> dict[str, Any]:
    """Someone who answers Mia's first text: the first name, and the times it offered."""
    practice = await practices.get_practice(session)
    offers = await schedule.read_offers(session, signer, expected.offers)
    return {
        "outreach": {
            "kind": "lead",
            "first_name": expected.first_name,
            "practice": practice.name,
            "services": [encode("svc", expected.service_id)] if expected.service_id else [],
            "offered": [slot_answer(offer) for offer in offers],
            "identified": True,
        }
    }


async def _said_before(voice: VoiceService, voice_id: str, text: str) -> str | None:
    """Mia's answer when the text was the last that reached her; None when it did not."""
    state = await voice.chat_state(voice_id)
    messages = [one for one in (state.report.get("messages") if state else None) or [] if isinstance(one, dict)]
    asked = [place for place, one in enumerate(messages) if one.get("role") == "user"]
    if not asked or _content(messages[asked[-1]]) != text:
        return None
    answers = [_content(one) for one in messages[asked[-1] + 1 :] if one.get("role") in ("assistant", "bot")]
    return " ".join(answer for answer in answers if answer) or None


def _content(message: dict[str, Any]) -> str:
    return str(message.get("content") or message.get("message") or "")


async def _introduced(session: ClinicSession, talk: TextTalk, words: str) -> str:
    """First-time texters are told who is writing, and that it is an AI."""
    if talk.greeted or not words:
        return words
    practice = await practices.get_practice(session)
    return f"Mia, AI assistant at {practice.name}: {words}"
