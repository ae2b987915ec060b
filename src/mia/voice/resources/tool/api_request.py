"""Tools of the kind ``apiRequest``: one request to any public address, filled with the model's arguments."""

import json
import re
from typing import Any
from urllib.parse import quote, urlencode

import structlog

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.voice.messages.client import IDEMPOTENCY_HEADER, Answer, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.tools import failed
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

_SECONDS = 20.0
_MOST_CHARACTERS = 20_000
"""Of an answer, in a conversation; about 5,000 tokens of a model."""
_NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")


async def request_api(client: MessageClient, tool: Json, call: CallTool) -> ToolResult:
    """Ask, and answer with ``{status, body}``; a status that is no success is an error of the tool.

    ``{{name}}`` in the URL is an argument. The other arguments are the JSON body of a POST, or the query of a GET.
    """
    arguments = dict(call.arguments)
    url, left = _filled(tool["url"], arguments)
    method = tool["method"]
    body = b""
    if method == "GET":
        url = _with_query(url, left)
    else:
        body = to_text(left).encode()
    headers = _headers(tool.get("headers") or {}) | {IDEMPOTENCY_HEADER: call.call_id}
    seconds = float(tool.get("timeoutSeconds") or _SECONDS)
    try:
        answer = await send(client, method, url, headers, body, seconds, tool.get("backoffPlan"))
    except NotSent as failure:
        log.info("api_request_failed", tool=call.name, reason=failure.reason)
        late = failure.timed_out
        return failed(call, "The system did not answer in time." if late else "The system could not be reached.")
    if not answer.is_success:
        return failed(call, f"The system answered with status {answer.status}.")
    return ToolResult(call.call_id, call.name, {"status": answer.status, "body": _read(answer)})


def names_in_url(tool: Json) -> list[str]:
    """The arguments that stand in a tool's URL."""
    return _NAME.findall(tool.get("url") or "")


def _filled(url: str, arguments: Json) -> tuple[str, Json]:
    """The URL with its arguments in it, and the arguments that it does not name. Its host stays as it is written:
    an argument is percent-encoded."""
    used = set(_NAME.findall(url))
    filled = _NAME.sub(lambda match: quote(_plain(arguments.get(match[1], "")), safe=""), url)
    return filled, {name: value for name, value in arguments.items() if name not in used}


def _with_query(url: str, arguments: Json) -> str:
    if not arguments:
        return url
    query = urlencode({name: _plain(value) for name, value in arguments.items()})
    return f"{url}{'&' if '?' in url else '?'}{query}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _headers(schema: Json) -> dict[str, str]:
    """The headers of a request: a JSON Schema whose properties have a ``value`` each, or a plain object."""
    properties = schema.get("properties") if isinstance(schema.get("properties"), dict) else schema
    given = {name: item.get("value", item.get("default")) if isinstance(item, dict) else item
             for name, item in (properties or {}).items()}  # fmt: skip
    return {name: value for name, value in given.items() if isinstance(value, str)}


def _read(answer: Answer) -> Any:
    text = answer.body.decode(errors="replace")
    if len(text) > _MOST_CHARACTERS:
        return text[:_MOST_CHARACTERS]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
