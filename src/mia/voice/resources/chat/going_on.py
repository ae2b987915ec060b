"""What may stand beside the session or chat that a conversation goes on from: who answers is known by then."""

from uuid import UUID

from mia.voice.http import BadRequest
from mia.voice.resources.assistant.variables import fill_texts
from mia.voice.wire import Json

_FIXED = ("assistant", "squad", "squadId", "workflow", "workflowOverrides")


def require_same(request: Json, assistant_id: UUID | None, workflow_id: UUID | None) -> None:
    """:class:`BadRequest` by name for whatever would have someone else answer. Clients of the hosted service name
    the assistant in each message; the one that answers already may be named."""
    beside = "sessionId" if request.get("sessionId") else "previousChatId"
    for name in _FIXED:
        if request.get(name):
            raise BadRequest(f"{name} cannot be given beside {beside}: who answers is known.")
    for name, known in (("assistantId", assistant_id), ("workflowId", workflow_id)):
        if request.get(name) and request[name] != str(known):
            raise BadRequest(f"{name} is another than answers in the conversation of {beside}.")
    if changed := [name for name in request.get("assistantOverrides") or {} if name != "variableValues"]:
        raise BadRequest(
            f"assistantOverrides.{changed[0]} cannot be given beside {beside}: only variableValues can."
        )


def with_values(assistant: Json, request: Json) -> Json:
    """The assistant, and all of its squad, with what stands for ``{{name}}`` from this message on, where nothing
    stands yet; :class:`BadRequest` in a workflow, whose values are its own by now."""
    values = (request.get("assistantOverrides") or {}).get("variableValues")
    if not values:
        return assistant
    if assistant.get("workflow"):
        raise BadRequest("assistantOverrides.variableValues changes nothing in a workflow that has begun.")
    squad = [fill_texts(member, values) for member in assistant.get("squad") or ()]
    return fill_texts(assistant, values) | ({"squad": squad} if squad else {})
