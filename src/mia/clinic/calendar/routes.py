"""The calendar of a practice: its days, its visits, and blocked time."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from mia.clinic.calendar import visits
from mia.clinic.calendar.board_schemas import BlockOut, BlocksOut, CalendarOut
from mia.clinic.calendar.feed_routes import router as feed_router
from mia.clinic.calendar.life_routes import router as life_router
from mia.clinic.calendar.refusal_schemas import AlternativeOut, NotFreeOut, ObstacleOut, OpeningsOut
from mia.clinic.calendar.schemas import (
    BlockIn,
    CancelVisitIn,
    ChangedVisitOut,
    MoveIn,
    OutcomeIn,
    StoryOut,
    VisitIn,
    VisitOut,
)
from mia.clinic.calendar.visits import Done
from mia.clinic.calendar.waiting_routes import router as waiting_router
from mia.clinic.patients import service as patients
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NotFree, PartOfDay
from mia.identity.guards import CurrentScope
from mia.identity.service import Permission, allows
from mia.platform.db.session import ClinicSession, Database, DatabaseDep
from mia.platform.http.problems import problem
from mia.platform.kernel.bounds import Day, Instant
from mia.platform.kernel.ids import decode
from mia.platform.kernel.scope import ClinicScope

router = APIRouter(prefix="/api/clinics/{slug}", tags=["calendar"])

_REFUSED: dict[int | str, dict[str, Any]] = {409: {"model": NotFreeOut}}


@router.get("/calendar")
async def read_calendar(
    scope: CurrentScope,
    database: DatabaseDep,
    first: Annotated[Day | None, Query(alias="from")] = None,
    days: Annotated[int, Query(ge=1, le=7)] = 1,
) -> CalendarOut:
    """Some local days from one on (today by default): who works, what is booked, what is blocked."""
    async with database.clinic(scope) as session:
        board = await schedule.read_board(session, first, days)
        waiting = await schedule.count_waiting(session, board.days[0].day, board.days[-1].day)
        next_open = await schedule.find_next_open(session, board.days[0].day) if days == 1 else None
    return CalendarOut.of(board, waiting, next_open, with_phone=allows(scope.role, Permission.READ_PATIENTS))


@router.get("/openings")
async def list_openings(
    scope: CurrentScope,
    database: DatabaseDep,
    service_id: Annotated[str, Query(max_length=40)],
    earliest: Annotated[Instant, Query(alias="from")],
    until: Day | None = None,
    provider_id: Annotated[str | None, Query(max_length=40)] = None,
    part_of_day: PartOfDay | None = None,
) -> OpeningsOut:
    """The next three times that are free for a service, within a month and until a day; those of a part of the day,
    where there are any."""
    provider = decode("prv", provider_id) if provider_id else None
    async with database.clinic(scope) as session:
        found = await schedule.find_openings(
            session, decode("svc", service_id), earliest, until, provider_id=provider, part=part_of_day
        )
    return OpeningsOut(items=[AlternativeOut.of(one) for one in found])


@router.get("/appointments/{appointment_id}")
async def read_visit(appointment_id: str, scope: CurrentScope, database: DatabaseDep) -> StoryOut:
    """A visit with what was done to it, and what the patient was told."""
    async with database.clinic(scope) as session:
        story = await visits.read_story(session, decode("apt", appointment_id))
    return StoryOut.of(story, scope.actor, in_full=allows(scope.role, Permission.READ_PATIENTS))


@router.post("/appointments", status_code=201, response_model=ChangedVisitOut, responses=_REFUSED)
async def book_visit(body: VisitIn, scope: CurrentScope, database: DatabaseDep) -> ChangedVisitOut | JSONResponse:
    """Book a visit; 409 says what is in the way and what is free instead. The same key books once."""

    async def book(session: ClinicSession) -> Done:
        patient_id, service_id = decode("pat", body.patient_id), decode("svc", body.service_id)
        return await visits.book(
            session,
            patient_id,
            service_id,
            body.place(),
            key=body.idempotency_key,
            insist=body.insistence(scope),
            tell=body.tell,
        )

    return await _changed(database, scope, book)


@router.patch("/appointments/{appointment_id}", response_model=ChangedVisitOut, responses=_REFUSED)
async def move_visit(
    appointment_id: str, body: MoveIn, scope: CurrentScope, database: DatabaseDep
) -> ChangedVisitOut | JSONResponse:
    """Move an appointment; the patient is notified after ten seconds unless it is undone."""

    async def move(session: ClinicSession) -> Done:
        visit_id = decode("apt", appointment_id)
        return await visits.move(
            session, visit_id, body.place(), seen=body.seen, insist=body.insistence(scope), tell=body.tell
        )

    return await _changed(database, scope, move)


@router.post("/appointments/{appointment_id}/cancel", response_model=ChangedVisitOut)
async def cancel_visit(
    appointment_id: str, body: CancelVisitIn, scope: CurrentScope, database: DatabaseDep
) -> ChangedVisitOut | JSONResponse:
    """Cancel a visit. Again is fine."""

    async def cancel(session: ClinicSession) -> Done:
        return await visits.cancel(session, decode("apt", appointment_id), reason=body.reason, tell=body.tell)

    return await _changed(database, scope, cancel)


@router.post("/appointments/{appointment_id}/outcome", response_model=ChangedVisitOut)
async def note_outcome(
    appointment_id: str, body: OutcomeIn, scope: CurrentScope, database: DatabaseDep
) -> ChangedVisitOut | JSONResponse:
    """Say whether the patient came, and what was done."""

    async def note(session: ClinicSession) -> Done:
        return await visits.set_outcome(session, decode("apt", appointment_id), body.outcome, body.done())

    return await _changed(database, scope, note)


@router.post("/appointment-changes/{change_id}/undo")
async def undo_change(change_id: str, scope: CurrentScope, database: DatabaseDep) -> VisitOut:
    """Take a change back; 409 when the patient has been told, or something else was done since. Again is fine."""
    async with database.clinic(scope) as session:
        visit = await visits.undo(session, decode("chg", change_id))
        patient = await patients.get_patient(session, visit.patient_id)
    return VisitOut.of(visit, patient)


@router.post("/blocks", status_code=201, response_model=BlocksOut, responses=_REFUSED)
async def block_time(body: BlockIn, scope: CurrentScope, database: DatabaseDep) -> BlocksOut | JSONResponse:
    """Block a provider's or a room's time, once or again and again; 409 names the visits that lie in it."""
    try:
        async with database.clinic(scope) as session:
            blocks = await schedule.block_time(
                session,
                provider_id=decode("prv", body.provider_id) if body.provider_id else None,
                room_id=decode("rom", body.room_id) if body.room_id else None,
                interval=Interval(body.starts_at, body.ends_at),
                reason=body.reason,
                repeat=body.repeat.repeat() if body.repeat else None,
            )
    except NotFree as refused:
        return _not_free(refused, scope)
    return BlocksOut(items=[BlockOut.of(block) for block in blocks])


@router.delete("/blocks/{block_id}", status_code=204)
async def unblock_time(block_id: str, scope: CurrentScope, database: DatabaseDep, following: bool = False) -> None:
    """Give blocked time free again; ``following`` with all that comes after it in its series."""
    async with database.clinic(scope) as session:
        await schedule.unblock(session, decode("blk", block_id), following=following)


router.include_router(feed_router)
router.include_router(life_router)
router.include_router(waiting_router)


async def _changed(
    database: Database, scope: ClinicScope, change: Callable[[ClinicSession], Awaitable[Done]]
) -> ChangedVisitOut | JSONResponse:
    """Make a change in a transaction of its own; a refusal says what is free instead."""
    try:
        async with database.clinic(scope) as session:
            done = await change(session)
            patient = await patients.get_patient(session, done.visit.patient_id)
    except NotFree as refused:
        return _not_free(refused, scope)
    return ChangedVisitOut.of(done, patient)


def _not_free(refused: NotFree, scope: ClinicScope) -> JSONResponse:
    return problem(
        refused.status,
        refused.title,
        refused.detail,
        retryable=False,
        waivable=refused.waivable,
        overbookable=refused.overbookable and allows(scope.role, Permission.OVERBOOK),
        obstacles=[ObstacleOut.of(one).model_dump(mode="json") for one in refused.obstacles],
        alternatives=[AlternativeOut.of(one).model_dump(mode="json") for one in refused.alternatives],
    )
