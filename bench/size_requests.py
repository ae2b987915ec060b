"""What the pages behind ``/dashboard`` and ``/dashboard/{clinic}`` ask for, as requests with drawn inputs."""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import psycopg

from bench.size_data import group_login, login
from bench.size_names import Names
from mia.platform.kernel.ids import Kind, encode


@dataclass(frozen=True)
class Request:
    """One request; ``body`` None is a GET. ``path`` is below the clinic's where it begins without a slash."""

    path: str
    body: Mapping[str, Any] | None = None


Draw = Callable[["Inputs"], Request]


@dataclass
class Inputs:
    """Things of one clinic to ask for, drawn by chance: the same ``seed`` draws the same."""

    slug: str
    patients: int
    rng: Random
    ids: dict[str, list[UUID]] = field(default_factory=dict)
    positions: list[tuple[str, datetime, UUID]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def one(self, kind: str, prefix: Kind) -> str:
        """The public id of something of the clinic."""
        return encode(prefix, self.rng.choice(self.ids[kind]))

    def name(self) -> str:
        """A patient's full name."""
        return self.rng.choice(self.names)

    def cursor(self, sort: str, direction: str) -> str:
        """Where a page of the history may end, somewhere in its middle."""
        status, instant, last = self.rng.choice(self.positions)
        parts = [sort, direction, status, instant.isoformat(), last.hex]
        return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()

    def page(self, share: float) -> int:
        """A page of ten patients at this share of all."""
        return max(1, round(self.patients / 10 * share))


def inputs_of(owner_url: str, slug: str, seed: int) -> Inputs:
    """What can be asked of a clinic, read past row-level security."""
    rng = Random(seed)
    with psycopg.connect(owner_url) as connection:
        row = connection.execute("SELECT id FROM clinics WHERE slug = %s", [slug]).fetchone()
        assert row is not None
        (clinic_id,) = row

        def sample(table: str) -> list[UUID]:
            query = f"SELECT id FROM {table} WHERE clinic_id = %s ORDER BY hashtext(id::text) LIMIT 200"
            return [id_ for (id_,) in connection.execute(query.encode(), [clinic_id])]

        inputs = Inputs(slug, _count(connection, clinic_id), rng)
        inputs.ids = {table: sample(table) for table in ("patients", "activities", "threads")}
        places = "SELECT status, occurred_at, id FROM activities WHERE clinic_id = %s AND id = ANY(%s)"
        found = connection.execute(places, [clinic_id, inputs.ids["activities"]])
        inputs.positions = [(status, instant, id_) for status, instant, id_ in found]
    # The first thousand people of the large practice and all of the small one are named by the same list.
    inputs.names = Names(49 if slug.startswith("large") else 0).people(1000)
    return inputs


def _count(connection: psycopg.Connection[Any], clinic_id: UUID) -> int:
    row = connection.execute("SELECT count(*) FROM patients WHERE clinic_id = %s", [clinic_id]).fetchone()
    assert row is not None
    return int(row[0])


def _patients(group: str, share: float = 0.0, query: Callable[[Inputs], str] | None = None) -> Draw:
    def draw(inputs: Inputs) -> Request:
        text = query(inputs) if query else ""
        return Request("patients/search", {"group": group, "page": inputs.page(share), "query": text})

    return draw


def _history(sort: str = "timestamp", direction: str = "desc", *, deep: bool = False, patient: str = "") -> Draw:
    def draw(inputs: Inputs) -> Request:
        body: dict[str, Any] = {"sort": sort, "direction": direction}
        if deep:
            body["cursor"] = inputs.cursor(sort, direction)
        if patient:
            body["patient"] = _written(inputs, patient)
        return Request("activities/search", body)

    return draw


def _calls(**body: Any) -> Draw:
    def draw(inputs: Inputs) -> Request:
        drawn = dict(body)
        if drawn.pop("deep", False):
            drawn["cursor"] = inputs.cursor("timestamp", "desc")
        if "patient" in drawn:
            drawn["patient"] = _written(inputs, drawn["patient"])
        if drawn.pop("lately", False):
            drawn["since"] = (datetime.now(UTC) - timedelta(days=90)).date().isoformat()
            drawn["until"] = (datetime.now(UTC) - timedelta(days=30)).date().isoformat()
        return Request("calls/search", drawn)

    return draw


def _conversations(*, query: str = "", waiting: bool = False) -> Draw:
    return lambda inputs: Request(
        "conversations/search", {"query": _written(inputs, query) if query else "", "waiting_only": waiting}
    )


def _get(path: str) -> Draw:
    return lambda inputs: Request(path)


def _of(path: str, kind: str, prefix: Kind) -> Draw:
    return lambda inputs: Request(f"{path}/{inputs.one(kind, prefix)}")


def _day() -> str:
    """A Wednesday near today: a full day."""
    today = datetime.now(UTC).date()
    return (today + timedelta(days=(2 - today.weekday()) % 7)).isoformat()


def _written(inputs: Inputs, how: str) -> str:
    """A way to write a patient's name, or a phone."""
    name = inputs.name()
    first, last = name.split()
    match how:
        case "first":
            return first
        case "full":
            return name
        case "start":
            return last[:3]
        case "typo":
            return first + " " + last[:2] + last[3:]
        case "phone":
            return f"{inputs.rng.randint(1000, 9999)}"
    return how


def _text(how: str) -> Callable[[Inputs], str]:
    return lambda inputs: _written(inputs, how)


CLINIC: dict[str, Draw] = {
    "overview": _get("overview"),
    "treatments": _get("treatments"),
    "recent treatments": _get("treatments/recent"),
    "comms-stats": _get("comms-stats"),
    "patients: overdue": _patients("overdue"),
    "patients: all": _patients("all"),
    "patients: Botox": _patients("botox"),
    "patients: dermal filler": _patients("dermal_filler"),
    "patients: VIP": _patients("vip"),
    "patients: overdue, middle": _patients("overdue", 0.4),
    "patients: overdue, last page": _patients("overdue", 1.0),
    "patients: all, middle": _patients("all", 0.5),
    "patients: all, last page": _patients("all", 1.0),
    "patients: Botox, last page": _patients("botox", 1.0),
    "patients: first name": _patients("all", 0, _text("first")),
    "patients: full name": _patients("overdue", 0, _text("full")),
    "patients: three letters": _patients("all", 0, _text("start")),
    "patients: typing error": _patients("all", 0, _text("typo")),
    "patients: digits": _patients("all", 0, _text("phone")),
    "patients: treatment": _patients("all", 0, _text("botox")),
    "patients: treatment, overdue": _patients("overdue", 0, _text("hydrafacial")),
    "patients: treatment, deep": _patients("all", 0.03, _text("botox")),
    "patient": _of("patients", "patients", "pat"),
    "history": _history(),
    "history: oldest": _history(direction="asc"),
    "history: deep": _history(deep=True),
    "history: oldest, deep": _history(direction="asc", deep=True),
    "history: by status": _history("status", "asc"),
    "history: by status, down": _history("status", "desc"),
    "history: by status, deep": _history("status", "asc", deep=True),
    "history: by status, down, deep": _history("status", "desc", deep=True),
    "history: first name": _history(patient="first"),
    "history: full name": _history(patient="full"),
    "history: three letters": _history(patient="start"),
    "history: nobody": _history(patient="Qwxyzzy"),
    "history: name by status": _history("status", "asc", patient="full"),
    "history entry": _of("activities", "activities", "act"),
    "calls": _calls(),
    "calls: deep": _calls(deep=True),
    "calls: failed": _calls(statuses=["Failed"]),
    "calls: two months": _calls(lately=True),
    "calls: thumbs down": _calls(verdict="down"),
    "calls: full name": _calls(patient="full"),
    "appointments": _get(f"appointments?date={_day()}"),
    "tasks": _get("tasks"),
    "tasks: all": _get("tasks?status=all"),
    "conversations": _conversations(),
    "conversations: waiting": _conversations(waiting=True),
    "conversations: full name": _conversations(query="full"),
    "conversation": _of("conversations", "threads", "thr"),
}
"""What a clinic's dashboard asks for, by what it is called in the figures."""

GENERAL: dict[str, Draw] = {
    "general: overview": _get("/api/overview"),
    "general: treatments": _get("/api/treatments"),
    "general: comms-stats": _get("/api/comms-stats"),
}
"""What the general dashboard asks for."""

LOGINS = {"clinic": login, "general": group_login}
