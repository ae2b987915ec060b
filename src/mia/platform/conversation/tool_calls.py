"""Ids of tool calls."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def call_id(who: str, number: int, name: str, arguments: Mapping[str, Any]) -> str:
    """The id of the ``number``-th call of ``who`` in a conversation.

    The front office runs an id once. So the same call has the same id when a turn is taken again after a crash,
    and another call another one, even where the number is used again because an answer was undone.
    """
    digest = hashlib.sha256(json.dumps([name, dict(arguments)], sort_keys=True, default=str).encode())
    return f"{who}_{number}_{digest.hexdigest()[:8]}"
