"""Trying Mia in writing with a change that is not saved."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.tryout.drafts import Draft
from mia.clinic.tryout.schemas import SpeechIn, TryoutIn, TryoutOut
from mia.clinic.tryout.service import hear, try_out
from mia.identity import service as identity
from mia.identity.guards import CurrentScope
from mia.identity.service import Limit
from mia.platform.conversation.ports import LanguageModel

router = APIRouter(prefix="/api/clinics/{slug}", tags=["settings"])
TRYOUTS = Limit("mia-tryouts", timedelta(hours=1), per_subject=600)
"""Lines that a practice tries in an hour."""


SPEECHES = Limit("mia-speeches", timedelta(hours=1), per_subject=300)
"""Words that a practice has her say in an hour."""


async def _desk(request: Request) -> FrontDesk:
    desk: FrontDesk = request.app.state.front_desk
    return desk


async def _receptionist(request: Request) -> LanguageModel:
    receptionist: LanguageModel = request.app.state.receptionist
    return receptionist


@router.post("/mia-tryouts")
async def try_mia(
    body: TryoutIn,
    scope: CurrentScope,
    desk: Annotated[FrontDesk, Depends(_desk)],
    receptionist: Annotated[LanguageModel, Depends(_receptionist)],
) -> TryoutOut:
    """Answer what was written so far with the change at hand. Nothing is saved, booked or sent."""
    await identity.check(desk.database, TRYOUTS, "", str(scope.clinic_id))
    fact = (body.fact.item_id, body.fact.value) if body.fact else None
    return TryoutOut.of(await try_out(desk, receptionist, scope, body.lines, Draft(body.mia, fact)))


@router.post("/mia-speech", response_class=Response, responses={200: {"content": {"audio/wav": {}}}})
async def hear_mia(body: SpeechIn, scope: CurrentScope, desk: Annotated[FrontDesk, Depends(_desk)]) -> Response:
    """How Mia says a few words with the change at hand, as a WAV file. Nothing is saved."""
    await identity.check(desk.database, SPEECHES, "", str(scope.clinic_id))
    return Response(await hear(desk, scope, body.text, body.mia), media_type="audio/wav")
