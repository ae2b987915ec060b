"""``/workflow``."""

from uuid import UUID

from fastapi import APIRouter

from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.resources.workflow.generating import generate, tools_for
from mia.voice.resources.workflow.schemas import GenerateWorkflow, UpdateWorkflow, Workflow
from mia.voice.resources.workflow.service import WORKFLOWS, require_parts
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/workflow", tags=["workflow"])


@router.post("", status_code=201)
async def create_workflow(body: Workflow, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await WORKFLOWS.create(session, given)


@router.get("")
async def list_workflows(session: OrgSessionDep) -> list[Json]:
    """The newest thousand: the hosted list takes no query."""
    return await WORKFLOWS.list(session, ListQuery(limit=1000))


@router.post("/generate", status_code=201)
async def generate_workflow(body: GenerateWorkflow, scope: PrivateScope, services: ServicesDep) -> Json:
    """A workflow made from tools and a description; it is not kept until it is created."""
    async with services.database.org(scope) as session:
        tools = await tools_for(session, body.tool_ids or ())
    return await generate(tools, body.prompt, services.language_models)


@router.get("/{id}")
async def read_workflow(id: UUID, session: OrgSessionDep) -> Json:
    return await WORKFLOWS.read(session, id)


@router.patch("/{id}")
async def update_workflow(id: UUID, body: UpdateWorkflow, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await WORKFLOWS.update(session, id, given)


@router.delete("/{id}")
async def delete_workflow(id: UUID, session: OrgSessionDep) -> Json:
    """Remove a workflow. Conversations that have begun keep their copy."""
    return await WORKFLOWS.delete(session, id)
