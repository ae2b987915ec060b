"""Why calls end is told in the hosted service's words (``endedReason``), as its own library lists them."""

import ast
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from vapi.types.call_ended_reason import CallEndedReason

import mia.voice

OURS = {"customer-flooded-connection"}
"""The hosted service has none for a client that sends far more than a call needs."""
NO_REASONS = {
    "assistant-request",  # a server message
    "vonage-media",  # a path
    "vonage-unreachable",  # why a text did not leave
}
_REASON = re.compile(
    r"(call\.(start|ringing|in-progress|forwarding)\.|pipeline-error-|phone-call-provider-|scheduled-call-|worker-"
    r"|customer-|(twilio|vonage)-|silence-timed|exceeded-|manually-"
    r"|assistant-(ended|said|forwarded|not-|join|request))[a-z.-]+"
)


def test_every_reason_is_one_of_the_hosted_services() -> None:
    unknown = _written() - _hosted(CallEndedReason) - OURS - NO_REASONS
    assert unknown == set()


def _written() -> set[str]:
    found = set()
    for path in Path(mia.voice.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _REASON.fullmatch(node.value):
                found.add(node.value)
    assert "customer-did-not-answer" in found
    return found


def _hosted(declared: Any) -> set[str]:
    if get_origin(declared) is Literal:
        return set(get_args(declared))
    return set().union(*map(_hosted, get_args(declared)))
