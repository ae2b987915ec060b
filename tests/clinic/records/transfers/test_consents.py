"""Consent columns: what a cell says, what is taken of it with its source, and what no file undoes."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Evidence, MessageClass, Source
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.records.transfers import fields, service
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.reading import Column
from mia.clinic.records.transfers.service import PatientImport
from mia.clinic.records.transfers.wishes import Answer, answer, opted_out, wishes_of
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope
from tests.clinic.records.transfers.files import begin, go, look, work
from tests.fakes.practice import make_practice

HEADER = "Name,Phone,Email,Texts,Text marketing,Do not call,Do not contact\n"
MAPPING = dict(
    enumerate(
        (
            Field.NAME,
            Field.PHONE,
            Field.EMAIL,
            Field.TEXTS,
            Field.TEXTS_MARKETING,
            Field.NO_CALLS,
            Field.OPTED_OUT,
        )
    )
)
ANA, BO, CY = "+13055550142", "+13055550143", "+13055550144"
REMINDER, RECALL, PROMO = MessageClass.REMINDER, MessageClass.RECALL, MessageClass.PROMO


@pytest_asyncio.fixture
async def scope(database: Database, clock: MovableClock) -> ClinicScope:
    clock.set(datetime(2026, 3, 2, 20, tzinfo=UTC))
    return (await make_practice(database, new_id().hex)).scope


async def bring(database: Database, scope: ClinicScope, rows: str) -> PatientImport:
    """Look and import, which agree."""
    looked = await look(database, scope, HEADER + rows, MAPPING)
    done = await go(database, scope, looked.id)
    assert dict(done.counts) == dict(looked.counts)
    return done


async def agreed(database: Database, scope: ClinicScope, address: str) -> set[tuple[str, str, str]]:
    async with database.clinic(scope) as session:
        return {(one.channel, one.purpose, one.basis) for one in await consent.list_consents(session, address)}


async def refused(database: Database, scope: ClinicScope, address: str) -> set[tuple[Channel, MessageClass]]:
    async with database.clinic(scope) as session:
        return {(one.channel, one.message_class) for one in await consent.list_refusals(session, address)}


def wishes(done: PatientImport) -> Mapping[str, int]:
    return {kind: done.counts[kind] for kind in ("agreed", "declined", "stands", "opted_out")}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, Answer.YES) for text in ("Yes", "TRUE", "x", "1", "Opt-in", "opted in", "Subscribed", "sí", "✓")),
        *((text, Answer.NO) for text in ("no", "False", "0", "Opted out", "opt-out", "Unsubscribed", "STOP")),
        *((text, Answer.UNCLEAR) for text in ("maybe", "2024-05-01", "mornings only", "yes?", "none")),
        *((text, Answer.NOTHING) for text in ("", "  ")),
    ],
)
def test_only_a_clear_word_is_a_yes_or_a_no(text: str, meant: Answer) -> None:
    assert answer(text) is meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Opted out", Answer.YES),
        ("Do not contact", Answer.YES),
        ("true", Answer.YES),
        ("opted in", Answer.NO),
        ("no", Answer.NO),
        ("2024-05-01", Answer.UNCLEAR),
    ],
)
def test_a_column_of_opt_outs_is_read_as_one(text: str, meant: Answer) -> None:
    assert opted_out(text) is meant


def test_no_texts_goes_before_a_yes_to_marketing() -> None:
    found, unclear = wishes_of({Field.TEXTS: "no", Field.TEXTS_MARKETING: "yes", Field.NO_EMAILS: "since May"})
    assert [(wish.channel, wish.agrees, wish.kinds) for wish in found] == [
        (Channel.SMS, False, (REMINDER, RECALL, PROMO)),
        (Channel.EMAIL, False, (REMINDER, RECALL, PROMO)),
    ]
    assert unclear == [Field.NO_EMAILS]


def test_columns_of_consent_are_known_by_their_headings() -> None:
    headings = ("Name", "SMS Consent", "SMS Marketing", "Email Opt-Out", "Do Not Call", "Newsletter")
    assert fields.guess([Column(name, ()) for name in headings]) == {
        0: Field.NAME,
        1: Field.TEXTS,
        2: Field.TEXTS_MARKETING,
        3: Field.NO_EMAILS,
        4: Field.NO_CALLS,
        5: Field.EMAILS_MARKETING,
    }


async def test_a_yes_is_recorded_with_file_and_person_and_for_no_more(
    database: Database, scope: ClinicScope
) -> None:
    done = await bring(database, scope, "Ana Ruiz,(305) 555-0142,,yes,,,\nBo Lind,(305) 555-0143,,,yes,,\n")
    assert wishes(done) == {"agreed": 2, "declined": 0, "stands": 0, "opted_out": 0}
    assert await agreed(database, scope, ANA) == {("sms", "appointment", "express")}
    assert await agreed(database, scope, BO) == {("sms", "recall", "express"), ("sms", "marketing", "express")}
    async with database.clinic(scope) as session:
        (entry,) = await consent.read_ledger(session, ANA)
    assert (entry.source, entry.proof, entry.recorded_by) == ("import", encode("imp", done.id), scope.actor)
    assert entry.wording == "patients.csv: Texts: consent is yes"


async def test_written_consent_is_recorded_as_such(database: Database, scope: ClinicScope) -> None:
    import_id = await begin(database, scope, (HEADER + "Bo Lind,(305) 555-0143,,,yes,,\n").encode())
    await work(database, scope, import_id)
    async with database.clinic(scope) as session:
        await service.check(session, import_id, MAPPING, DateOrder.MONTH_FIRST, None, Basis.WRITTEN)
    await work(database, scope, import_id)
    await go(database, scope, import_id)
    assert {basis for _, _, basis in await agreed(database, scope, BO)} == {"written"}


async def test_what_is_unclear_is_no_consent_and_is_told(database: Database, scope: ClinicScope) -> None:
    done = await bring(
        database, scope, "Ana Ruiz,(305) 555-0142,,maybe,,,\nBo Lind,,bo@people.example,yes,,,since May\n"
    )
    assert wishes(done) == {"agreed": 0, "declined": 0, "stands": 0, "opted_out": 1}
    async with database.clinic(scope) as session:
        told = [(fault.line, fault.words) for fault in await service.list_faults(session, done.id, 0, 100)]
        assert await consent.is_suppressed(session, "bo@people.example")
    assert told == [
        (2, "Texts: consent is unclear, which counts as no consent"),
        (3, "Do not contact is unclear, which counts as opted out"),
        (3, "Texts: consent has no phone or email to go with"),
    ]
    assert await agreed(database, scope, ANA) == set()


async def test_no_yes_undoes_what_is_on_record(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await consent.suppress(session, ANA, consent.SuppressionReason.STOP)
        await consent.refuse(session, BO, Channel.SMS, [PROMO], Evidence(Source.PHONE, "No offers, please"))
    done = await bring(
        database,
        scope,
        "Ana Ruiz,(305) 555-0142,,yes,yes,,\nBo Lind,(305) 555-0143,,yes,yes,,\n",
    )
    assert wishes(done) == {"agreed": 1, "declined": 0, "stands": 2, "opted_out": 0}
    assert await agreed(database, scope, ANA) == set()
    assert await agreed(database, scope, BO) == {("sms", "appointment", "express"), ("sms", "recall", "express")}
    assert await refused(database, scope, BO) == {(Channel.SMS, PROMO)}
    async with database.clinic(scope) as session:
        assert await consent.is_suppressed(session, ANA)


async def test_a_no_is_honored_at_the_number_on_record_too(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await patients.add_patient(session, NewPatient("Ana Ruiz", ANA, "ana@people.example"))
    done = await bring(database, scope, "Ana Ruiz,,ana@people.example,no,,yes,\n")
    assert wishes(done)["declined"] == 1
    every = {(channel, kind) for channel in (Channel.SMS, Channel.CALL) for kind in (REMINDER, RECALL, PROMO)}
    assert await refused(database, scope, ANA) == every


async def test_a_no_goes_before_a_yes_anywhere_in_the_file(database: Database, scope: ClinicScope) -> None:
    far = "".join(f"Person {number},(305) 556-{number:04d},,,,,\n" for number in range(250))
    rows = (
        "Ana Ruiz,(305) 555-0142,,no,,,\nBo Lind,(305) 555-0143,,,,,yes\nCy Vale,(305) 555-0144,,yes,,,\n"
        + far
        + "Ada Ruiz,(305) 555-0142,,yes,,,\nBea Lind,(305) 555-0143,,yes,,,\nCy Vale,(305) 555-0144,,yes,,,\n"
    )
    done = await bring(database, scope, rows)
    assert wishes(done) == {"agreed": 1, "declined": 1, "stands": 2, "opted_out": 1}
    assert await agreed(database, scope, ANA) == set()
    assert await agreed(database, scope, BO) == set()


async def test_the_undo_takes_consent_back_and_leaves_what_was_declined(
    database: Database, scope: ClinicScope
) -> None:
    done = await bring(database, scope, "Cy Vale,(305) 555-0144,,yes,no,,\n")
    assert (len(await agreed(database, scope, CY)), len(await refused(database, scope, CY))) == (1, 2)
    async with database.clinic(scope) as session:
        await service.undo(session, done.id)
    await work(database, scope, done.id)
    assert (len(await agreed(database, scope, CY)), len(await refused(database, scope, CY))) == (0, 2)
