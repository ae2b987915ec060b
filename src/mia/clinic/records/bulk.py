"""The same for many patients at once: a message by Mia, each with a decision of its own, all with one undo."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from mia.clinic.outreach.service import Outreach
from mia.clinic.patients import service as patients
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind, Preview, Wish
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound

_WRITING = timedelta(milliseconds=100)
"""What one intent may take to be written: so much longer all wait, so that the undo has its whole time."""


@dataclass(frozen=True)
class BulkOutreach:
    """What became of the wish for one patient."""

    patient_id: UUID
    name: str = field(repr=False)
    outreach: Outreach


async def preview_all(session: ClinicSession, ids: Sequence[UUID], wish: Wish) -> list[Preview]:
    """The message for each and what the rules say, in the order of the ids; :class:`NotFound` as below."""
    people = await patients.get_patients(session, ids)
    if len(people) != len(set(ids)):
        raise NotFound
    await audit.record(session, "outreach.preview", "patient", sorted(people))
    return [await recalls.preview(session, people[id_], wish) for id_ in dict.fromkeys(ids)]


async def message_all(
    session: ClinicSession, ids: Sequence[UUID], key: str, body: str | None = None, at: datetime | None = None
) -> list[BulkOutreach]:
    """Have Mia write to each, if and when that is permitted: usual words or ``body``, filled in for each, now or
    ``at`` a later moment. The same ``key`` again gives the same.

    :class:`NotFound` when one of them is no patient of the clinic: then no one is written to.
    """
    people = await patients.get_patients(session, ids)
    if len(people) != len(set(ids)):
        raise NotFound
    wish = Wish(body, at, longer=_WRITING * len(people))
    # In the order of their ids, as others lock them.
    return [
        BulkOutreach(
            id_,
            people[id_].name,
            await recalls.start(session, id_, Kind.MESSAGE, f"{key}:{id_.hex}", wish),
        )
        for id_ in sorted(people)
    ]


async def cancel_all(session: ClinicSession, activity_ids: Sequence[UUID]) -> list[UUID]:
    """Undo what has not been sent; returns those already sent. :class:`NotFound` for unknown intents."""
    left = []
    for activity_id in sorted(activity_ids):
        try:
            await recalls.cancel(session, activity_id)
        except Conflict:
            left.append(activity_id)
    return left
