"""What the worker does: handlers of events and periodic tasks, gathered by main."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from uuid import UUID

from mia.platform.db.session import Database


@dataclass(frozen=True)
class Event:
    """A domain event as its handlers get it. ``attempt`` counts from 1."""

    id: UUID
    tenant_id: UUID
    name: str
    ids: dict[str, UUID]
    attempt: int


Handler = Callable[[Database, Event], Awaitable[None]]
Task = Callable[[Database], Awaitable[object]]


@dataclass(frozen=True)
class PeriodicTask:
    """A task and when it runs (five-field cron, UTC)."""

    name: str
    cron: str
    task: Task


@dataclass
class Registry:
    """Filled by main before the worker starts."""

    handlers: dict[str, list[Handler]] = field(default_factory=dict)
    periodic_tasks: list[PeriodicTask] = field(default_factory=list)

    def register(self, event_name: str, handler: Handler) -> None:
        """Call ``handler`` for each event of this name, at least once; several handlers may share a name."""
        self.handlers.setdefault(event_name, []).append(handler)

    def periodic(self, name: str, cron: str, task: Task) -> None:
        """Run ``task`` by ``cron``: once in all worker processes together, never beside itself."""
        self.periodic_tasks.append(PeriodicTask(name, cron, task))
