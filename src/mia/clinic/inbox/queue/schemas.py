"""The queue on the wire."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.bounds import Instant
from mia.platform.kernel.ids import decode

Kind = Literal["call_back", "emergency", "follow_up"]
Status = Literal["open", "snoozed", "done", "all"]


class TaskOut(Out):
    """Something for staff to do. ``patient_id`` is the patient of its conversation, if that is known."""

    id: Annotated[str, IdOf("tsk")]
    kind: Kind
    title: str
    detail: str
    created_at: AwareDatetime
    completed_at: AwareDatetime | None
    phone: str | None
    lead_id: Annotated[str, IdOf("led")] | None
    patient_id: Annotated[str, IdOf("pat")] | None
    patient_name: str | None
    owner_id: Annotated[str, IdOf("usr")] | None
    due_at: AwareDatetime | None
    snoozed_until: AwareDatetime | None


class TasksOut(BaseModel):
    """What is to be done, emergencies first."""

    items: list[TaskOut]


class TaskContextOut(Out):
    """A task with what it is about: a call or chat of the history, and the thread with the person. ``phone`` is the
    task's number or the patient's; ``no_text`` is why staff can't text it."""

    task: TaskOut
    activity_id: Annotated[str, IdOf("act")] | None
    thread_id: Annotated[str, IdOf("thr")] | None
    phone: str | None
    no_text: str | None


class TaskCountsOut(Out):
    """How many tasks can be done now; ``mine``: those of the reader."""

    open: int
    urgent: int
    overdue: int
    mine: int


class TaskOwnerOut(Out):
    """A member of the team; ``active``: may be given tasks."""

    id: Annotated[str, IdOf("usr")]
    name: str
    active: bool


class TaskChangeIn(BaseModel):
    """What changes of a task; what is left out stays, null removes."""

    model_config = ConfigDict(extra="forbid")

    owner_id: str | None = Field(None, max_length=40)
    due_at: Instant | None = None
    snoozed_until: Instant | None = None

    def owner(self) -> UUID | None:
        """The owner's id; :class:`NotFound` for what is no user's."""
        return decode("usr", self.owner_id) if self.owner_id else None

    def values(self) -> dict[str, object]:
        """What was sent."""
        values: dict[str, object] = {name: getattr(self, name) for name in self.model_fields_set}
        return values | {"owner_id": self.owner()} if "owner_id" in values else values
