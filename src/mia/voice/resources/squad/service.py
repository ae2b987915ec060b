"""Squads, and who answers in a conversation."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.service import ASSISTANTS, assemble_assistant, require_tools
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.squad.models import SquadRecord
from mia.voice.resources.squad.schemas import Squad
from mia.voice.wire import Json

SQUADS = Documents(SquadRecord, "Squad", check=fits(Squad))
"""The squads of organizations. Conversations keep the copies they were made with."""

_NOBODY = "Assistant or Squad or Workflow must be provided."


async def require_members(session: OrgSession, squad: Json) -> None:
    """:class:`BadRequest` when a member of a squad is not there, or a destination is no member."""
    names: set[str] = set()
    for member in squad.get("members") or ():
        names.add(await _name_of(session, member))
    for index, member in enumerate(squad.get("members") or ()):
        for destination in member.get("assistantDestinations") or ():
            if destination["assistantName"] not in names:
                raise BadRequest(f"members.{index}.assistantDestinations names no member of the squad")


async def who_answers(session: OrgSession, request: Json) -> tuple[UUID | None, Json]:
    """The assistant that begins, assembled, and its id if it is stored; with a squad the others are its ``squad``.

    :class:`BadRequest` when the request names nobody.
    """
    if request.get("assistantId") or request.get("assistant"):
        id = UUID(request["assistantId"]) if request.get("assistantId") else None
        overrides = request.get("assistantOverrides")
        return id, await assemble_assistant(session, id, request.get("assistant"), overrides)
    if request.get("workflowId") or request.get("workflow"):
        raise BadRequest("Workflows are not available yet.")
    squad = request.get("squad")
    if request.get("squadId"):
        squad = SQUADS.config(session, await SQUADS.require(session, UUID(request["squadId"])))
    if not squad:
        raise BadRequest(_NOBODY)
    members = [await _assemble(session, squad, member, request) for member in squad["members"]]
    first = members[0]
    return UUID(first["id"]) if first.get("id") else None, first | {"squad": members}


async def _assemble(session: OrgSession, squad: Json, member: Json, request: Json) -> Json:
    """A member with what the squad and the conversation change of all of them, and a tool to hand on with."""
    everyone = (squad.get("membersOverrides") or {}) | (request.get("assistantOverrides") or {})
    overrides = everyone | (member.get("assistantOverrides") or {})
    id = UUID(member["assistantId"]) if member.get("assistantId") else None
    assistant = await assemble_assistant(session, id, member.get("assistant"), overrides)
    destinations = member.get("assistantDestinations")
    if not destinations:
        return assistant
    model = assistant.get("model") or {}
    tools = [*(model.get("tools") or ()), {"type": "transferCall", "destinations": destinations}]
    return assistant | {"model": model | {"tools": tools}}


async def _name_of(session: OrgSession, member: Json) -> str:
    """The name that others hand on to a member with."""
    if member.get("assistantId"):
        row = await ASSISTANTS.find(session, UUID(member["assistantId"]))
        if row is None:
            raise BadRequest(f"assistantId is no assistant of this organization: {member['assistantId']}")
        written = ASSISTANTS.config(session, row)
    else:
        written = member["assistant"]
        await require_tools(session, written)
    changed = member.get("assistantOverrides") or {}
    return str(changed.get("name") or written.get("name") or "")
