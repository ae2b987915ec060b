"""Who answers in a conversation: an assistant, a squad or a workflow, stored or written into the request."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.assistant.service import assemble_assistant
from mia.voice.resources.assistant.variables import with_overrides
from mia.voice.resources.squad.service import assemble_squad
from mia.voice.resources.workflow.service import assemble_workflow
from mia.voice.wire import Json

ANSWERERS = ("assistantId", "squadId", "workflowId")
"""How a request, a number or a campaign names who is stored."""

_OVERRIDES = ("assistantOverrides", "workflowOverrides")
_NOBODY = "Assistant or Squad or Workflow must be provided."


async def who_answers(
    session: OrgSession, request: Json, models: LanguageModels | None = None
) -> tuple[UUID | None, Json]:
    """The assistant that begins, assembled, and its id if it is stored; the others of a squad are its ``squad``,
    the stages of a workflow its ``workflow``.

    :class:`BadRequest` when the request names nobody, or more than one, or someone whose language model is not
    among ``models``: a conversation that no one could hold is not begun.
    """
    id, assistant = await _assembled(session, request)
    if models is not None:
        stages = (assistant.get("workflow") or {}).get("nodes") or ()
        for each in (assistant, *(assistant.get("squad") or ()), *stages):
            models.require((each.get("model") or {}).get("provider"))
    return id, assistant


async def _assembled(session: OrgSession, request: Json) -> tuple[UUID | None, Json]:
    named = [kind for kind in ("assistant", "squad", "workflow") if request.get(f"{kind}Id") or request.get(kind)]
    if len(named) > 1:
        raise BadRequest(f"Only one of {' and '.join(named)} may be provided.")
    require_fitting_overrides(request)
    if request.get("assistantId") or request.get("assistant"):
        id = _id(request, "assistantId")
        overrides = request.get("assistantOverrides")
        return id, await assemble_assistant(session, id, request.get("assistant"), overrides)
    if request.get("workflowId") or request.get("workflow"):
        overrides = request.get("workflowOverrides")
        id = _id(request, "workflowId")
        return None, await assemble_workflow(session, id, request.get("workflow"), overrides)
    if request.get("squadId") or request.get("squad"):
        first = await assemble_squad(session, _id(request, "squadId"), request.get("squad"), request)
        return _id(first, "id"), first
    raise BadRequest(_NOBODY)


def require_fitting_overrides(request: Json) -> None:
    """:class:`BadRequest` for overrides that nobody who answers would follow."""
    plays = _plays_workflow(request)
    useless, fitting = _OVERRIDES if plays else _OVERRIDES[::-1]
    if request.get(useless):
        who = "a workflow answers" if plays else "no workflow answers"
        raise BadRequest(f"{useless} changes nothing where {who}: {fitting} does.")


def overrides_of(request: Json, customer: Json) -> Json:
    """What a conversation with a customer changes of who talks; :class:`BadRequest` where a workflow cannot be
    changed so."""
    overrides: Json | None = customer.get("assistantOverrides")
    if not overrides:
        return {}
    if not _plays_workflow(request):
        return {"assistantOverrides": overrides}
    if set(overrides) != {"variableValues"}:
        raise BadRequest("customer.assistantOverrides may hold only variableValues where a workflow talks.")
    return {"workflowOverrides": overrides}


def with_customers_overrides(request: Json) -> Json:
    """The request whose overrides are its customer's before its own."""
    more = overrides_of(request, request.get("customer") or {})
    return request | {name: with_overrides(request.get(name), changes) for name, changes in more.items()}


def _plays_workflow(request: Json) -> bool:
    return bool(request.get("workflowId") or request.get("workflow"))


def workflow_of(assistant: Json) -> UUID | None:
    """The stored workflow that an assembled assistant plays, if any."""
    return _id(assistant.get("workflow") or {}, "id")


def _id(holder: Json, name: str) -> UUID | None:
    return UUID(holder[name]) if holder.get(name) else None
