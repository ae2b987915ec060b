"""Conversations with a scripted language model under guard."""

from collections.abc import Sequence
from typing import Any

from mia.platform.conversation.ports import CallTool, LanguageModelFault, Output
from mia.receptionist.guard.breaker import Breaker
from mia.receptionist.guard.guarded_model import GuardedModel
from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.fakes.language import Script, ScriptedModel
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice

PROMPT = (
    "You are Mia, the receptionist of a practice that must never be named by its legal name to anybody. "
    "Find out the service, then call find_slots and offer the times that it returned in the words that it used."
)
DOWN = LanguageModelFault("unreachable", retryable=True)
Steps = Sequence[Output | Exception | float]


def guarded(script: Script, breaker: Breaker | None = None, **office: Any) -> tuple[Conversation, ScriptedModel]:
    """A conversation with a model that does what ``script`` says."""
    model = ScriptedModel(script)
    talk = Conversation(FrontOffice(**office), GuardedModel(model, EmbeddedReceptionist(), breaker), prompt=PROMPT)
    return talk, model


def always(*steps: Output | Exception | float) -> Script:
    return lambda turn: steps


def in_turn(*turns: Steps) -> Script:
    """What the model does the first time it is asked, the second time, and so on; then it is down."""
    left = list(turns)
    return lambda turn: left.pop(0) if left else [DOWN]


FIND = CallTool(
    "c", "find_slots", {"service_id": "svc_botox", "from": "2026-11-24T14:00", "to": "2026-11-24T23:59"}
)


def book(talk: Conversation, **asked: Any) -> CallTool:
    token = next(iter(talk.office.tokens))
    person = {"name": "Ana Ruiz", "phone": "+13055550142"}
    return CallTool("c", "book_appointment", {"slot_token": token, **person, **asked})
