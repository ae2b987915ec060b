"""What the treatments of a file are called here: another program's names, and the services they mean."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Literal
from uuid import UUID

from mia.clinic.records.transfers import name_queries
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Service
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

LONGEST_NAME = 120
MOST_NAMES = 300
"""Names that are listed to be matched; a column with more holds something else."""
_ALIKE = 0.88
_NOISE = re.compile(
    r"\d+|u|units?|ml|cc|mg|syringes?|vials?|sessions?|treatments?|tx|areas?|the|of|and|with|new|existing|"
    r"min|mins|minutes?|full|half|single|package|pkg|series|first|second|third"
)
"""Words that say how much or how often, not what."""

Why = Literal["chosen", "remembered", "similar"]


class Choice(StrEnum):
    """What becomes of a treatment whose name is none of the practice's services."""

    SERVICE = "service"
    KEEP = "keep"
    """It stands on the record as it is written, and no recall follows from it."""
    SKIP = "skip"


@dataclass(frozen=True)
class Meaning:
    """What a name means; ``why`` is None where nobody and nothing has said so."""

    choice: Choice
    service: Service | None = None
    why: Why | None = None


@dataclass(frozen=True)
class UnknownName:
    """A name in a file that is none of the practice's services, in how many rows, and what it means."""

    name: str
    rows: int
    meaning: Meaning


UNSAID = Meaning(Choice.SKIP)


def plain(name: str) -> str:
    """What two spellings of one treatment share."""
    return " ".join(name.casefold().split())


def by_name(services: Sequence[Service]) -> dict[str, Service]:
    """Services under their names and aliases; a name goes before another's alias."""
    aliases = {plain(alias): service for service in services for alias in service.aliases}
    return aliases | {plain(service.name): service for service in services}


def similar(name: str, services: Mapping[str, Service]) -> Service | None:
    """The one service that a name surely means: ``Botox 20 units``, ``Hydra-Facial``. What is said besides the
    service makes it another treatment (``Botox consult``), and nothing is guessed between two."""
    for key in (_letters, _essence):
        wanted = key(name)
        if not wanted:
            return None
        found = {service.id: service for known, service in services.items() if key(known) == wanted}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    wanted = _letters(_essence(name))
    alike = {
        service.id: service
        for known, service in services.items()
        if SequenceMatcher(None, wanted, _letters(_essence(known))).ratio() >= _ALIKE
    }
    return next(iter(alike.values())) if len(alike) == 1 else None


def _words(name: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain_letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.findall(r"[a-z]+|\d+", plain_letters)


def _letters(name: str) -> str:
    return "".join(_words(name))


def _essence(name: str) -> str:
    """The words that say what, in alphabetical order."""
    return " ".join(sorted(word for word in _words(name) if not _NOISE.fullmatch(word)))


async def meanings(
    session: ClinicSession, import_id: UUID, names: Iterable[str], services: Mapping[str, Service]
) -> dict[str, Meaning]:
    """What each of some names means, by its plain spelling: as was chosen for this file, else as the practice chose
    for an earlier one, else the service that it surely is."""
    unknown = {session.blind(f"treatment:{name}"): name for name in {plain(each) for each in names} - set(services)}
    if not unknown:
        return {}
    by_id: dict[UUID | None, Service] = {service.id: service for service in services.values()}
    known: dict[str, Meaning] = {}
    for blind, choice, service_id in await name_queries.remembered(session, list(unknown)):
        known[unknown[blind]] = _meaning(choice, by_id.get(service_id), "remembered")
    for row in await name_queries.names_of(session, import_id, list(unknown)):
        known[unknown[row.name_blind]] = _meaning(row.choice, by_id.get(row.service_id), row.why)
    return {name: known.get(name) or _guessed(name, services) for name in unknown.values()}


def _meaning(choice: str, service: Service | None, why: Why | None) -> Meaning:
    """As it is noted; a service that is gone means nothing."""
    gone = choice == Choice.SERVICE and service is None
    return UNSAID if gone else Meaning(Choice(choice), service, why)


def _guessed(name: str, services: Mapping[str, Service]) -> Meaning:
    service = similar(name, services)
    return Meaning(Choice.SERVICE, service, "similar") if service else UNSAID


async def count(
    session: ClinicSession, import_id: UUID, names: Sequence[str], meant: Mapping[str, Meaning]
) -> None:
    """Note in how many rows names stand that are none of the practice's services."""
    spelled = {plain(name): name for name in reversed(names)}
    rows = [
        _columns(session, spelled[name], meant[name]) | {"rows": rows}
        for name, rows in Counter(plain(name) for name in names).items()
        if name in meant and len(name) <= LONGEST_NAME
    ]
    await name_queries.count_names(session, import_id, rows, most=MOST_NAMES)


async def choose(session: ClinicSession, import_id: UUID, choices: Mapping[str, str]) -> None:
    """Staff say what names of a file mean: ``keep``, ``skip``, or a service by its id. :class:`NotFound` for one
    that the practice does not have."""
    services = {str(service.id): service for service in await schedule.list_services(session, every=True)}
    rows = []
    for name, choice in choices.items():
        said = choice in (Choice.KEEP, Choice.SKIP)
        if not said and choice not in services:
            raise NotFound
        meaning = Meaning(Choice(choice) if said else Choice.SERVICE, services.get(choice), "chosen")
        rows.append(_columns(session, name, meaning) | {"rows": 0})
    await name_queries.choose_names(session, import_id, rows)


async def list_unknown(session: ClinicSession, import_id: UUID) -> list[UnknownName]:
    """The names in a file that are none of the practice's services, the most frequent first."""
    every = await schedule.list_services(session, every=True)
    by_id: dict[UUID | None, Service] = {service.id: service for service in every}
    return [
        UnknownName(
            session.unseal(row.name_sealed),
            row.rows,
            _meaning(row.choice, by_id.get(row.service_id), row.why),
        )
        for row in await name_queries.list_names(session, import_id)
    ]


def _columns(session: ClinicSession, name: str, meaning: Meaning) -> dict[str, object]:
    return {
        "name_blind": session.blind(f"treatment:{plain(name)}"),
        "name_sealed": session.seal(name),
        "choice": meaning.choice.value,
        "service_id": meaning.service.id if meaning.service else None,
        "why": meaning.why,
    }
