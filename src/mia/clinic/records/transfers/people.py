"""Whose record each line of a file is: one on record before, or one that the file brings.

The look at a file and its import ask the same here. What was met in the file goes before what stands on record, as
the import changes the records meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Key
from mia.clinic.records.transfers import queries
from mia.clinic.records.transfers.lines import Line
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class Whose:
    """Whose record a line is. ``new``: the file brings it; ``first``: by this line."""

    id: UUID
    new: bool
    first: bool


async def whose_lines(session: ClinicSession, import_id: UUID, lines: Sequence[Line]) -> list[Whose]:
    """Whose record each line is, which is noted for the lines to come."""
    people = [line.person for line in lines]
    keys = [[_noted(key) for key in patients.person_keys(session, person)] for person in people]
    seen = await queries.seen_people(session, import_id, [key for each in keys for key in each])
    on_record = {_noted(key): (id_, False) for key, id_ in (await patients.known_keys(session, people)).items()}
    met: dict[bytes, tuple[UUID, bool]] = {}
    found = []
    for each in keys:
        known = next((where[key] for key in each for where in (met, seen, on_record) if key in where), None)
        id_, new = known or (new_id(), True)
        found.append(Whose(id_, new, first=known is None))
        for key in each:
            if key not in seen:
                met.setdefault(key, (id_, new))
    matched = {whose.id for whose in found if not whose.new}
    # All that a record is found by is noted, too: another line may change its phone before the next asks.
    met |= {key: of for key, of in on_record.items() if of[0] in matched and key not in met and key not in seen}
    await queries.add_people(session, import_id, met)
    return found


def _noted(key: Key) -> bytes:
    name, address = key
    return name + (address or b"")
