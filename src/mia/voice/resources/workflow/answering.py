"""Who answers in any conversation: an assistant, a squad's member, or a workflow's node."""

from dataclasses import replace

from mia.platform.conversation.turns import Answering
from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.resources.assistant import answering as assistants
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.resources.tool.phones import Phone
from mia.voice.resources.workflow.casting import Cast
from mia.voice.resources.workflow.guiding import WorkflowGuide
from mia.voice.resources.workflow.judging import Judge, judge_for
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
    """As :func:`mia.voice.resources.assistant.answering.answering_for`, of whatever ``who_answers`` has assembled;
    a workflow leads it."""

    def play(player: Json) -> Answering:
        return assistants.answering_for(player, envelope, language_models, messages, database, scope, phone, mcp)

    def judge_of(answering: Answering) -> Judge:
        return judge_for(answering.brief, language_models)

    begins = play(assistant)
    if "workflow" not in assistant:
        return begins
    return replace(begins, guide=WorkflowGuide(assistant, Cast(assistant, play, judge_of)))
