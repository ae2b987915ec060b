"""Ratings that someone gives where they are, without having been asked by text: in the widget, after a chat."""

from uuid import UUID

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Switch
from mia.clinic.ratings import queries
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Forbidden
from mia.platform.kernel.ids import new_id


async def rate_conversation(
    session: ClinicSession, conversation_id: UUID, patient_id: UUID | None, score: int
) -> None:
    """Keep what someone thought of a conversation, 1 (poor) to 5 (great); ``patient_id`` where we know who it was.

    :class:`Forbidden` where the practice does not let Mia ask, :class:`Conflict` for a conversation that has one.
    """
    if not await practices.switched_on(session, Switch.ASKS_FOR_RATINGS):
        raise Forbidden("This practice does not ask for ratings")
    rating_id = new_id()
    values = {
        "id": rating_id,
        "created_at": session.now(),
        "patient_id": patient_id,
        "conversation_id": conversation_id,
        "score": score,
        "rated_at": session.now(),
    }
    if not await queries.add_rating_once(session, values):
        raise Conflict("This conversation has a rating already")
    await audit.record(session, "rating.note", "rating", [rating_id])
