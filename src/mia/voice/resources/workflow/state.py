"""Where a conversation stands in its workflow. It is part of the conversation's memory, so that it is kept between
messages, and taken back with an answer that is taken back."""

from dataclasses import asdict, dataclass, field
from typing import Any

_KEY = "workflow"


@dataclass
class State:
    """``node`` is where it stands, ``back`` the conversation node it was in last (``""``: none yet).

    ``asked``: the tool of ``node`` runs. ``tools`` counts those since the person spoke, ``calls`` all of them.
    ``danger`` was heard: from then on the workflow stands still. ``variables`` are what is known.
    """

    node: str
    back: str = ""
    asked: bool = False
    tools: int = 0
    calls: int = 0
    danger: bool = False
    variables: dict[str, Any] = field(default_factory=dict)

    def store(self, memory: dict[str, Any]) -> None:
        """Keep it."""
        memory[_KEY] = asdict(self)


def load(memory: dict[str, Any]) -> State | None:
    """What :meth:`State.store` kept, if anything."""
    return State(**memory[_KEY]) if _KEY in memory else None


def learned(memory: dict[str, Any]) -> dict[str, Any]:
    """What ``artifact`` of a conversation says of its workflow: ``variables``; nothing without one."""
    state = load(memory)
    return {"variables": state.variables} if state is not None else {}
