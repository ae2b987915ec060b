"""A language model behind an OpenAI-compatible chat API: a provider, or one's own GPU host."""

import asyncio
import contextlib
import json
import re
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from typing import Any

import httpx2
import openai
import structlog

from mia.adapters.openai_requests import END_CALL, messages_of, tools_of
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    LanguageModelFault,
    Message,
    Output,
    Say,
    Turn,
)
from mia.platform.conversation.spoken_text import sentences
from mia.platform.conversation.tokens import note_tokens
from mia.platform.http.tls import trusted
from mia.receptionist.guard.check import LONGEST_SENTENCE
from mia.receptionist.outreach_rules import OUTCOMES

log = structlog.get_logger()

_CONCLUDE = (
    "The conversation is over. Answer with one JSON object: summary (one or two sentences), outcome "
    "(one of booked, lead, handed_off, emergency, answered, abandoned; when you have called also declined, "
    "stopped, wrong_number, not_available, voicemail), and when known name, phone, "
    "service, service_id, preferred, appointment_id, and unanswered: a list of the questions that you could not "
    "answer, in the caller's words."
)
_OUTCOMES = frozenset({"booked", "lead", "handed_off", "emergency", "answered", "abandoned"}) | OUTCOMES
MOST_TOKENS = 400
"""Tokens that a provider is asked for at most, about 1,600 characters; an assistant may ask for fewer."""
LONGEST_ARGUMENTS = 4_000
"""Characters of a tool call's arguments; the longest tool of ours takes 800."""
_DROPPABLE = ("temperature", "max_tokens", "max_completion_tokens", "response_format", "stream_options")
"""What a request is as well without: newer models refuse a temperature, or the old name of the bound."""
_KNOWN = ("name", "phone", "service", "service_id", "preferred", "appointment_id")


@dataclass(frozen=True)
class OpenAiSettings:
    """Where the API is, and how long to wait for it.

    ``base_url`` comes from the operator's settings, never from an assistant: anyone who may edit an
    assistant must not make the server call any address. Times are seconds; ``stall`` is the longest
    gap between two pieces of a streamed answer, ``answer`` the longest a whole one may take.

    ``first_token``: after two seconds the embedded receptionist answers instead. About one second is the longest
    silence that people take for a pause and not for trouble (Jefferson 1989, "standard maximum silence"); a caller
    has waited half a second before for the end of the turn to be sure. ``token_limit`` is how the API names the
    bound of an answer.
    """

    base_url: str
    api_key: str = field(repr=False)
    model: str
    first_token: float = 2.0
    stall: float = 3.0
    answer: float = 12.0
    token_limit: str = "max_tokens"


@dataclass
class _ToolDraft:
    """A tool call while its pieces arrive."""

    call_id: str = ""
    name: str = ""
    arguments: str = ""


class OpenAiChat:
    """``LanguageModel`` over the chat completions API, streamed and spoken sentence by sentence."""

    def __init__(self, settings: OpenAiSettings) -> None:
        timeout = openai.Timeout(settings.stall, connect=settings.first_token)
        self._settings = settings
        self._client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=settings.api_key,
            timeout=timeout,
            max_retries=1,
            http_client=openai.DefaultAsyncHttpxClient(verify=trusted()),
        )
        self._refused: defaultdict[str, set[str]] = defaultdict(set)
        """Parameters that each model has refused since this process began."""

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """See ``LanguageModel``. Raises ``LanguageModelFault``."""
        drafts: dict[int, _ToolDraft] = {}
        text = ""
        with _faults_named():
            async with aclosing(self._deltas(turn)) as deltas:
                async for delta in deltas:
                    for piece in delta.tool_calls or ():
                        _collect(drafts.setdefault(piece.index, _ToolDraft()), piece)
                    whole, text = _whole_sentences(text + (delta.content or ""))
                    for sentence in whole:
                        yield Say(sentence)
                    if len(text) > LONGEST_SENTENCE:
                        raise LanguageModelFault("endless", retryable=False)
            outputs = [*(Say(s) for s in sentences(text)), *_tool_outputs(drafts)]
        for output in outputs:
            yield output

    async def _deltas(self, turn: Turn) -> AsyncGenerator[Any, None]:
        """What the provider streams, from the first token on, and not for ever."""
        request = {**self._choices(turn.brief), "messages": messages_of(turn), "tools": tools_of(turn.brief)}
        ends = time.monotonic() + self._settings.answer
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(self._settings.first_token):
                counted = {"stream": True, "stream_options": {"include_usage": True}}
                stream = await self._create({**request, **counted})
                chunks = aiter(await stack.enter_async_context(stream))
                delta = await _first_token(chunks)
            while delta is not None:
                yield delta
                if time.monotonic() > ends:
                    raise LanguageModelFault("endless", retryable=False)
                delta = await _next_delta(chunks)

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """See ``LanguageModel``. Raises ``LanguageModelFault``."""
        spoken = [{"role": m.role, "content": m.content} for m in history if m.role in ("user", "assistant")]
        messages = [*spoken, {"role": "system", "content": _CONCLUDE}]
        with _faults_named():
            wish: dict[str, Any] = {"messages": messages, "response_format": {"type": "json_object"}}
            answer = await self._create({**self._choices(brief), **wish})
            _note_usage(answer)
            found = json.loads(answer.choices[0].message.content or "")
            outcome = found.get("outcome")
            structured: dict[str, Any] = {"outcome": outcome if outcome in _OUTCOMES else "answered"}
            structured |= {key: found[key] for key in _KNOWN if isinstance(found.get(key), str)}
            if isinstance(open_questions := found.get("unanswered"), list):
                structured["unanswered"] = open_questions
            return Conclusion(str(found.get("summary", "")), structured, outcome != "abandoned")

    async def write(
        self, brief: Brief, messages: Sequence[Message], *, tokens: int | None = None, seconds: float | None = None
    ) -> str:
        """See ``Analyst``. Raises ``LanguageModelFault``."""
        asked = [{"role": message.role, "content": message.content} for message in messages]
        with _faults_named():
            wish: dict[str, Any] = {"messages": asked, "response_format": {"type": "json_object"}}
            wish |= {self._settings.token_limit: tokens} if tokens else {}
            wish |= {"timeout": seconds} if seconds else {}
            answer = await self._create({**self._choices(brief), **wish})
            _note_usage(answer)
            return answer.choices[0].message.content or ""

    async def _create(self, request: dict[str, Any]) -> Any:
        """Ask without what the model has refused before. A refusal that names another droppable parameter is
        remembered, and the model asked again at once: each parameter costs one request in the process's life."""
        refused = self._refused[request["model"]]
        while True:
            asked = {name: value for name, value in request.items() if name not in refused}
            try:
                return await self._client.chat.completions.create(**asked)
            except openai.BadRequestError as fault:
                named = _named_parameter(fault)
                if named is None or named not in asked:
                    raise
                refused.add(named)
                log.warning("model_parameter_dropped", model=request["model"], parameter=named)

    def _choices(self, brief: Brief) -> dict[str, Any]:
        """Model and sampling: the assistant's own (hosted names) over the operator's."""
        chosen: dict[str, Any] = {"model": brief.model.get("model") or self._settings.model}
        if isinstance(brief.model.get("temperature"), int | float):
            chosen["temperature"] = brief.model["temperature"]
        given = brief.model.get("maxTokens")
        wanted = given if isinstance(given, int | float) else 0
        chosen[self._settings.token_limit] = min(int(wanted or MOST_TOKENS), MOST_TOKENS)
        return chosen


def _named_parameter(fault: openai.BadRequestError) -> str | None:
    """The droppable parameter that a refusal is about: ``param`` of the error, else a name in its message."""
    if fault.param is not None:
        return fault.param if fault.param in _DROPPABLE else None
    return next((word for word in re.findall(r"\w+", str(fault.body)) if word in _DROPPABLE), None)


async def _next_delta(chunks: AsyncIterator[Any]) -> Any:
    """The next piece of an answer, ``None`` at its end."""
    async for chunk in chunks:
        _note_usage(chunk)
        if chunk.choices:
            return chunk.choices[0].delta
    return None


def _note_usage(answer: Any) -> None:
    """What an answer, or the last piece of a streamed one, took; some providers do not tell."""
    if usage := getattr(answer, "usage", None):
        note_tokens(usage.prompt_tokens, usage.completion_tokens)


async def _first_token(chunks: AsyncIterator[Any]) -> Any:
    """The first piece that says something: some providers send an empty one at once."""
    delta = await _next_delta(chunks)
    while delta is not None and not (delta.content or delta.tool_calls):
        delta = await _next_delta(chunks)
    return delta


def _collect(draft: _ToolDraft, piece: Any) -> None:
    draft.call_id = piece.id or draft.call_id
    if piece.function is not None:
        draft.name += piece.function.name or ""
        draft.arguments += piece.function.arguments or ""
    if len(draft.arguments) + len(draft.name) > LONGEST_ARGUMENTS:
        raise LanguageModelFault("endless", retryable=False)


def _tool_outputs(drafts: Mapping[int, _ToolDraft]) -> Iterator[Output]:
    """The first tool asked for; further ones can be asked for once its result is known."""
    for _, draft in sorted(drafts.items()):
        if draft.name == END_CALL:
            yield EndCall()
        else:
            arguments = json.loads(draft.arguments or "{}")
            if not isinstance(arguments, dict) or not draft.name:
                raise ValueError
            yield CallTool(draft.call_id or f"call_{draft.name}", draft.name, arguments)
        return


def _whole_sentences(text: str) -> tuple[list[str], str]:
    """Sentences that are certainly complete, because another has begun, and what is left."""
    *whole, last = sentences(text) or [""]
    return (whole, text[text.rindex(last) :]) if whole else ([], text)


@contextlib.contextmanager
def _faults_named() -> Iterator[None]:
    """Turn what the client library raises into ``LanguageModelFault``, without words of the caller."""
    try:
        yield
    except (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError):
        raise LanguageModelFault("timed-out", retryable=True) from None
    except openai.APIStatusError as fault:
        busy = fault.status_code == 429 or fault.status_code >= 500
        raise LanguageModelFault(f"status-{fault.status_code}", retryable=busy) from None
    except (openai.APIConnectionError, httpx2.HTTPError):
        raise LanguageModelFault("unreachable", retryable=True) from None
    except (openai.OpenAIError, ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise LanguageModelFault("malformed", retryable=False) from None
