"""Who answers in a call or a chat with an assistant. Every conversation is set up here."""

from mia.platform.conversation.ports import Brief, LanguageModel
from mia.platform.conversation.turns import Answering
from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.messages.envelope import assistant_stub
from mia.voice.resources.assistant.analyzing import Analyzing
from mia.voice.resources.assistant.brief import brief_of
from mia.voice.resources.assistant.manners import WAITS
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.resources.tool.phones import Phone
from mia.voice.resources.tool.running import Tools
from mia.voice.wire import Json


def answering_for(
    assistant: Json,
    envelope: Json,
    language_models: LanguageModels,
    messages: MessageClient,
    database: Database,
    scope: OrgScope,
    phone: Phone | None = None,
    mcp: McpTools | None = None,
) -> Answering:
    """The assistant's brief, its model and its tools; ``envelope`` tells them whose conversation it is, ``phone``
    is the caller's in a phone call, ``mcp`` runs the tools that it has listed.

    :class:`~mia.voice.http.BadRequest` when there is no such model here.
    """
    brief = brief_of(assistant)
    model = model_for(assistant, brief, language_models)
    tools = Tools(messages, database, scope, assistant, envelope, phone, mcp)
    squad = assistant.get("squad") or ()

    def successor(name: str) -> Answering | None:
        member = next((each for each in squad if each.get("name") == name), None)
        if member is None:
            return None
        heir, told = member | {"squad": squad}, envelope | {"assistant": assistant_stub(member)}
        return answering_for(heir, told, language_models, messages, database, scope, phone, mcp)

    return Answering(
        brief,
        model,
        tools,
        database.clock.now,
        successor,
        assistant,
        pace=(assistant.get("voice") or {}).get("speed"),
        waits=assistant.get("firstMessageMode") == WAITS,
        sums_up=bool(assistant.get("analysisPlan")),
    )


def model_for(assistant: Json, brief: Brief, language_models: LanguageModels) -> LanguageModel:
    """The assistant's model, which sums up by the assistant's ``analysisPlan``; raises as :func:`answering_for`."""
    model, analyst = language_models.choose(brief), language_models.analyst_for(brief)
    plan = assistant.get("analysisPlan")
    return Analyzing(model, analyst, plan) if plan and analyst is not None else model
