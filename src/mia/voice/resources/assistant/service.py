"""Assistants: kept as written, and merged with a call's overrides into what really answers."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.resources.assistant.checks import check_together
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.resources.assistant.variables import fill_texts
from mia.voice.resources.assistant.versions import VersionedAssistants
from mia.voice.resources.credential.service import with_credentials
from mia.voice.resources.credential.speech import require_keys, with_keys
from mia.voice.resources.tool.accounts.finding import with_accounts
from mia.voice.resources.tool.service import require_tools, with_tools
from mia.voice.wire import Json, without_none

ASSISTANTS = VersionedAssistants(
    AssistantRecord, "Assistant", check_together, columns=lambda assistant: {"name": assistant.get("name")}
)
"""The assistants of organizations. Calls keep the copy they were made with."""


async def assemble_assistant(
    session: OrgSession, assistant_id: UUID | None, inline: Json | None, overrides: Json | None
) -> Json:
    """The assistant that answers: the stored or the inline one, with the overrides of this conversation.

    Its tools are in it. Metadata is merged key by key, everything else is replaced; variables are filled into
    the texts.
    """
    base = inline or {}
    if assistant_id is not None:
        row = await ASSISTANTS.require(session, assistant_id)
        base = {"id": str(assistant_id), **ASSISTANTS.config(session, row)}
    changes = dict(overrides or {})
    variables = changes.pop("variableValues", None) or {}
    metadata = (base.get("metadata") or {}) | (changes.pop("metadata", None) or {})
    merged = check_together(without_none(base | changes | {"metadata": metadata}))
    merged = await with_tools(session, merged)
    merged = await with_accounts(session, await with_keys(session, await with_credentials(session, merged)))
    return fill_texts(merged, variables) if variables else merged
