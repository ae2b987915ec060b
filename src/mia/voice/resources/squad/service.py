"""Squads: kept, and put together for a conversation."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.service import ASSISTANTS, assemble_assistant, require_keys, require_tools
from mia.voice.resources.assistant.variables import fill_tool, with_overrides
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.squad.models import SquadRecord
from mia.voice.resources.squad.schemas import Squad
from mia.voice.wire import Json

SQUADS = Documents(SquadRecord, "Squad", check=fits(Squad))
"""The squads of organizations. Conversations keep the copies they were made with."""


async def require_members(session: OrgSession, squad: Json) -> None:
    """:class:`BadRequest` when a member of a squad is not there, or a destination is no member."""
    await require_keys(session, squad)
    names: set[str] = set()
    for member in squad.get("members") or ():
        names.add(await _name_of(session, member))
    for index, member in enumerate(squad.get("members") or ()):
        for destination in member.get("assistantDestinations") or ():
            if destination["assistantName"] not in names:
                raise BadRequest(f"members.{index}.assistantDestinations names no member of the squad")


async def assemble_squad(session: OrgSession, id: UUID | None, inline: Json | None, request: Json) -> Json:
    """The member that begins; all of them are its ``squad``. ``request`` may change something of everyone."""
    squad = SQUADS.config(session, await SQUADS.require(session, id)) if id is not None else inline or {}
    members = [await _assemble(session, squad, member, request) for member in squad["members"]]
    return members[0] | {"squad": members}


async def _assemble(session: OrgSession, squad: Json, member: Json, request: Json) -> Json:
    """A member with what the squad and the conversation change of all of them, and a tool to hand on with."""
    everyone = with_overrides(squad.get("membersOverrides"), request.get("assistantOverrides"))
    overrides = with_overrides(everyone, member.get("assistantOverrides"))
    id = UUID(member["assistantId"]) if member.get("assistantId") else None
    assistant = await assemble_assistant(session, id, member.get("assistant"), overrides)
    destinations = member.get("assistantDestinations")
    if not destinations:
        return assistant
    model = assistant.get("model") or {}
    handing_on = fill_tool(
        {"type": "transferCall", "destinations": destinations}, overrides.get("variableValues") or {}
    )
    tools = [*(model.get("tools") or ()), handing_on]
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
