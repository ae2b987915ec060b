"""Questions that Mia could not answer, and the answer that the practice gives once: one of its own from then on."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from mia.clinic.settings.answering import CHANGED, SettingsAnswer, changing
from mia.clinic.settings.item_changes import add_item, change_item
from mia.clinic.settings.question_schemas import AnswerIn, DismissalIn, QuestionsOut
from mia.clinic.settings.schemas import SettingsOut
from mia.clinic.teaching import service as teaching
from mia.clinic.teaching.ports import Likeness
from mia.identity.guards import CurrentScope, SettingsDep
from mia.platform.db.session import ClinicSession, DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/settings/questions", tags=["settings"])


async def _likeness(request: Request) -> Likeness:
    likeness: Likeness = request.app.state.likeness
    return likeness


LikenessDep = Annotated[Likeness, Depends(_likeness)]


@router.get("")
async def read_questions(scope: CurrentScope, database: DatabaseDep, likeness: LikenessDep) -> QuestionsOut:
    """The questions that Mia could not answer and nobody has answered since; those that mean the same together."""
    async with database.clinic(scope) as session:
        questions = await teaching.list_questions(session)
    places = await likeness.groups([question.words for question in questions])
    return QuestionsOut.of_groups(teaching.grouped(questions, places))


@router.post("/answer", response_model=SettingsOut, responses=CHANGED)
async def answer_questions(
    body: AnswerIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Answer questions: by an answer of the practice that is new, or by one it has, with wordings added. 409 when
    someone else has changed that one, or has answered the questions."""
    ids = [decode("qst", text) for text in body.question_ids]

    async def work(session: ClinicSession) -> None:
        await teaching.settle_questions(session, ids, answered=True)
        if body.item_id is None:
            await add_item(session, body.value)
        else:
            await change_item(session, body.item_id, body.value, body.version)

    return await changing(database, scope, settings, work)


@router.post("/dismiss", status_code=204)
async def dismiss_questions(body: DismissalIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take questions off the list that need no answer."""
    ids = [decode("qst", text) for text in body.question_ids]
    async with database.clinic(scope) as session:
        await teaching.settle_questions(session, ids, answered=False)
