"""A public token opens only what it names: on which websites, and who answers."""

from typing import Any

from fastapi import Request

from mia.platform.kernel.errors import Forbidden
from mia.voice.auth.websites import serves
from mia.voice.wire import Json

_INLINE = ("assistant", "squad", "workflow")
_UNNAMED = ("squadId", "workflowId")
"""A token names assistants alone."""
_OVERRIDES = ("assistantOverrides", "squadOverrides", "workflowOverrides")
_HARMLESS = {"variableValues"}
"""What may be overridden where no assistant of one's own may be brought: all else makes another assistant of it."""


async def require_named(request: Request, restrictions: Json) -> None:
    """:class:`Forbidden` when the request comes from a website, or asks for someone, that is not named."""
    if not serves(request.headers.get("origin", ""), restrictions):
        raise Forbidden("This token is not for this website.")
    body = await _body_of(request)
    named = body.get("assistantId")
    if named is not None and str(named).lower() not in restrictions.get("allowedAssistantIds", ()):
        raise Forbidden("This token does not name this assistant.")
    if any(body.get(name) is not None for name in _UNNAMED):
        raise Forbidden("A public token opens assistants alone.")
    if not restrictions.get("allowTransientAssistant") and _brings_own(body):
        raise Forbidden("This token allows no assistant of the request's own.")


def _brings_own(body: Json) -> bool:
    if any(body.get(name) is not None for name in _INLINE):
        return True
    overrides = [body.get(name) for name in _OVERRIDES]
    return any(set(each) - _HARMLESS for each in overrides if isinstance(each, dict))


async def _body_of(request: Request) -> Json:
    """The body as it came; what is no object is refused later."""
    try:
        body: Any = await request.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
