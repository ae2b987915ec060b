"""The history at any size: every order in pages, and a part of a name found by an index."""

from datetime import timedelta
from itertools import product
from uuid import UUID

import pytest
import pytest_asyncio

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus, Channel, PastContact
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.access import make_clinic, scope_of

STATUSES = (ActivityStatus.SENT, ActivityStatus.BOOKED, ActivityStatus.FAILED)


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    return scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))


async def enter(session: ClinicSession, *names: str, patient_id: UUID | None = None) -> None:
    contacts = [
        PastContact(
            occurred_at=session.now() - timedelta(minutes=number // 2),  # two at a time
            channel=Channel.PHONE,
            direction="inbound",
            status=STATUSES[number % len(STATUSES)],
            name=name,
            outcome="Asked about prices",
            patient_id=patient_id,
        )
        for number, name in enumerate(names)
    ]
    await inbox.import_contacts(session, contacts, sample=False)


async def found(session: ClinicSession, part: str, **how: str) -> list[str]:
    page = await inbox.search_activities(session, ActivitySearch(patient=part, **how))  # type: ignore[arg-type] # words of a table below
    return sorted(item.patient_name for item in page.items)


@pytest.mark.parametrize(("sort", "direction"), list(product(("timestamp", "status"), ("asc", "desc"))))
@pytest.mark.parametrize("part", ["", "person"])
async def test_pages_hold_everything_once_in_order(
    database: Database, scope: ClinicScope, sort: str, direction: str, part: str
) -> None:
    async with database.clinic(scope) as session:
        await enter(session, *(f"Person {number}" for number in range(11)))
        search = {"patient": part, "sort": sort, "direction": direction}
        whole = await inbox.search_activities(session, ActivitySearch(**search))  # type: ignore[arg-type] # as above
        pages: list[inbox.Activity] = []
        cursor: str | None = None
        while True:
            page = await inbox.search_activities(session, ActivitySearch(**search, limit=4, cursor=cursor))  # type: ignore[arg-type] # as above
            pages += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
    assert len(whole.items) == 11 and pages == list(whole.items)
    if sort == "status":
        states = [item.status.value for item in pages]
        assert states == sorted(states, reverse=direction == "desc")
        booked = [item.occurred_at for item in pages if item.status is ActivityStatus.BOOKED]
        assert booked == sorted(booked, reverse=True)
    else:
        times = [item.occurred_at for item in pages]
        assert times == sorted(times, reverse=direction == "desc")


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("maria", ["María José Núñez"]),
        ("aría", ["María José Núñez"]),
        ("ria jo", ["María José Núñez"]),
        ("NUNEZ", ["María José Núñez"]),
        ("jos", ["Joseph O'Brien", "María José Núñez"]),
        ("o'bri", ["Joseph O'Brien"]),
        ("a ", ["Anna Berg", "María José Núñez"]),
        ("berg an", []),
        ("xyz", []),
    ],
)
async def test_a_part_of_a_name_finds_callers_and_patients(
    database: Database, scope: ClinicScope, part: str, expected: list[str]
) -> None:
    async with database.clinic(scope) as session:
        (maria,) = await patients.import_patients(session, [NewPatient(name="María José Núñez")])
        await enter(session, "María José Núñez", patient_id=maria)
        await enter(session, "Joseph O'Brien", "Anna Berg")
        assert await found(session, part) == expected


async def test_many_of_a_name_are_found_on_the_way(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await enter(session, *(f"Robin {'Vale' if number % 2 else 'Berg'}" for number in range(320)), "Anna Berg")
        page = await inbox.search_activities(session, ActivitySearch(patient="vale", limit=100))
        assert [item.patient_name for item in page.items] == ["Robin Vale"] * 100
        assert page.next_cursor is not None
        rest = await inbox.search_activities(
            session, ActivitySearch(patient="vale", limit=100, cursor=page.next_cursor)
        )
        assert len(rest.items) == 60 and rest.next_cursor is None
        assert len(await found(session, "Anna")) == 1


async def test_a_caller_is_found_by_the_name_learned_last(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        call = await inbox.start_conversation(session, Channel.PHONE, voice_id="call-1")
        await inbox.note_in_progress(session, call, "Unknown caller")
        await inbox.note_name(session, call, "Dana Whitfield")
        assert await found(session, "whitf") == ["Dana Whitfield"]
        assert await found(session, "unknown") == []
