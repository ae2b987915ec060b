"""A try-out: the change, the conversation and all that its tools do are one transaction, which is taken back."""

from collections.abc import Sequence

from mia.clinic.frontdesk.service import FrontDesk, Rehearsal, rehearse, voice_of
from mia.clinic.practice import service as practices
from mia.clinic.settings.service import MiaValue
from mia.clinic.tryout.drafts import Draft
from mia.platform.audit import service as audit
from mia.platform.conversation.ports import LanguageModel
from mia.platform.kernel.scope import ClinicScope


async def hear(desk: FrontDesk, scope: ClinicScope, text: str, mia: MiaValue | None) -> bytes:
    """How Mia says a few words with a draft of her settings, as a WAV file of the clinic's voice service.
    :class:`Invalid` for a draft that could not be saved."""
    async with desk.database.clinic(desk.scope(scope.clinic_id)) as session:
        attempt = await session.sql.begin_nested()
        try:
            await Draft(mia).put(session)
            voice = voice_of(await practices.get_settings(session))
        finally:
            await attempt.rollback()
    return await desk.voice(scope.clinic_id).speak(text, voice)


async def try_out(
    desk: FrontDesk,
    receptionist: LanguageModel,
    scope: ClinicScope,
    lines: Sequence[str],
    draft: Draft,
) -> Rehearsal:
    """What Mia says to the lines with a draft of her settings and of one answer. Nothing stays but an entry in the
    audit log. :class:`Invalid` for a draft that could not be saved, :class:`NotFound` for no such answer."""
    async with desk.database.clinic(desk.scope(scope.clinic_id)) as session:
        attempt = await session.sql.begin_nested()
        try:
            await draft.put(session)
            found = await rehearse(session, desk.tools, receptionist, lines)
        finally:
            await attempt.rollback()
    async with desk.database.clinic(scope) as session:
        await audit.record(session, "mia.try", "assistant", [scope.clinic_id])
    return found
