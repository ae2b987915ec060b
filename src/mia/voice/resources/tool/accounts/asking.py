"""Requests to the systems that accounts are at, and what a model is told when they fail."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from mia.voice.messages.client import IDEMPOTENCY_HEADER, Answer, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

TWICE: Json = {"type": "fixed", "maxRetries": 1, "baseDelaySeconds": 0.5}
"""For what does no harm when it arrives twice: repeated after no answer, 429 and 5xx."""
ONCE: Json = {"maxRetries": 0}
"""For what would be done twice."""
_BUSY = 429
_SECONDS = 5.0
"""For each try: a tool has ten."""
_MOST_CHARACTERS = 20_000
"""Of an answer, in a conversation; about 5,000 tokens of a model."""
_LONGEST_REASON = 200


class Refused(Exception):
    """What was asked is not done. ``why`` is for the model."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Unreachable(Refused):
    """The system did not answer, or not now."""


@dataclass(frozen=True)
class Asking:
    """One tool call at one system. ``system`` is what people call it, ``key`` the same each time that this call is
    tried and no other's, ``metadata`` what the tool says of where it works."""

    client: MessageClient
    system: str
    account: Json
    metadata: Json
    key: str

    async def ask(
        self, method: str, url: str, headers: Mapping[str, str], body: Json | None = None, plan: Json | None = None
    ) -> Any:
        """What the system answers; :class:`Refused` for no answer and for any status that is no success."""
        answer = await self.answer(method, url, headers, body, plan)
        if not answer.is_success:
            raise self.refusal(answer)
        return read(answer.body)

    async def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: Json | None = None, plan: Json | None = None
    ) -> Answer:
        """The answer whatever its status is; :class:`Refused` when there is none."""
        sent = {**headers, IDEMPOTENCY_HEADER: self.key}
        content = b"" if body is None else to_text(body).encode()
        try:
            return await send(self.client, method, url, sent, content, _SECONDS, plan)
        except NotSent as failure:
            log.info("account_unreachable", system=self.system, reason=failure.reason)
            raise Unreachable(f"{self.system} did not answer.") from None

    def refusal(self, answer: Answer) -> Refused:
        """An answer without success, with the system's own reason where it gives one."""
        log.info("account_refused", system=self.system, status=answer.status)
        reason = _reason(read(answer.body))
        kind = Unreachable if answer.status >= 500 or answer.status == _BUSY else Refused
        return kind(f"{self.system} answered with status {answer.status}{reason and f': {reason}'}.")


def read(body: bytes) -> Any:
    """What a system answered: JSON, or a text that is cut."""
    text = body.decode(errors="replace")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text[:_MOST_CHARACTERS]
    return found if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS]


def _reason(told: Any) -> str:
    """The sentence in an answer of one of the usual shapes, without its full stop."""
    for name in ("error", "message", "detail", "error_description"):
        found = told.get(name) if isinstance(told, dict) else None
        if isinstance(found, dict):
            found = found.get("message")
        if isinstance(found, str) and found:
            return found[:_LONGEST_REASON].rstrip(". ")
    return ""
