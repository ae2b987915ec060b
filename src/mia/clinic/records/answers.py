"""Responses about patient records."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from mia.clinic.consent.service import Channel, MessageClass
from mia.clinic.patients.service import Merge, ShownPhone
from mia.clinic.recalls.schemas import DecisionOut
from mia.clinic.records.access import Sighting
from mia.clinic.records.bulk import BulkOutreach
from mia.clinic.records.profile import Profile
from mia.clinic.records.timeline import EntryKind, Timeline
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode


class NamesOut(BaseModel):
    """Names of patients, by the ids that were asked for."""

    names: dict[str, str]


class RecordOut(Out):
    """Who a patient is. ``merged_into`` is the record that took this one's place; ``unverified``: a stranger booked
    under this name, and no one has confirmed who that is."""

    id: Annotated[str, IdOf("pat")]
    name: str
    phone: ShownPhone | None
    email: str | None
    birth_date: date | None
    note: Annotated[str, BeforeValidator(lambda note: note or "")]
    tags: list[str]
    version: int
    created_at: datetime
    archived: bool
    unverified: bool
    merged_into: Annotated[str, IdOf("pat")] | None


class RecordConflictOut(BaseModel):
    """Problem details of a record that someone else has changed, with the present version."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    record: RecordOut


class StandingOut(Out):
    """Whether a kind of message may go out on a channel; ``reason`` says why not."""

    channel: Channel
    message_class: MessageClass
    allowed: bool
    rule: str | None
    reason: str | None


class LookalikeOut(Out):
    """A record that may be of the same person: same ``phone``, ``email`` or ``name``."""

    record: RecordOut = Field(validation_alias="patient")
    reasons: list[str]


class OnRecordOut(BaseModel):
    """Problem details of a patient who seems to be on record, with these records."""

    type: str
    title: str
    status: int
    detail: str
    lookalikes: list[LookalikeOut]


class PairOut(Out):
    """Two records that may be of one person."""

    one: RecordOut
    other: RecordOut
    reasons: list[str]


class PairsOut(BaseModel):
    """Possible duplicates, those with most in common first."""

    items: list[PairOut]


class MergeOut(BaseModel):
    """A merge into a record; ``undoable``: no later one stands."""

    id: str
    kept_id: str
    gone_id: str
    at: datetime
    undoable: bool

    @classmethod
    def of(cls, merge: Merge, *, newest: bool = True) -> "MergeOut":
        return cls(
            id=encode("mrg", merge.id),
            kept_id=encode("pat", merge.kept_id),
            gone_id=encode("pat", merge.gone_id),
            at=merge.at,
            undoable=newest and merge.before is not None,
        )


class NextVisitOut(Out):
    """The next booked visit."""

    id: Annotated[str, IdOf("apt")]
    service: str
    provider: str
    starts_at: datetime


class DueVisitOut(Out):
    """What the patient is due for, since when or from when."""

    service: str
    due_at: datetime


class ProfileOut(BaseModel):
    """The head of a record. ``stops`` are reasons of opt-outs, ``holds`` rules against any contact; ``no_text``:
    why staff can't text them. ``value_cents`` is what completed treatments came to."""

    record: RecordOut
    timezone: str
    last_treatment: str | None
    last_visit: datetime | None
    overdue: bool
    standings: list[StandingOut]
    stops: list[str]
    holds: list[str]
    lookalikes: list[LookalikeOut]
    merges: list[MergeOut]
    conversation_id: str | None
    no_text: str | None
    next_visit: NextVisitOut | None
    due: DueVisitOut | None
    value_cents: int

    @classmethod
    def of(cls, profile: Profile) -> "ProfileOut":
        return cls(
            record=RecordOut.of(profile.patient),
            timezone=profile.timezone,
            last_treatment=profile.line.treatment,
            last_visit=profile.line.last_visit,
            overdue=len(profile.line.tags) > len(profile.patient.tags),
            standings=[StandingOut.of(one) for one in profile.standings],
            stops=list(profile.stops),
            holds=list(profile.holds),
            lookalikes=[LookalikeOut.of(one) for one in profile.lookalikes],
            merges=[MergeOut.of(one, newest=place == 0) for place, one in enumerate(profile.merges)],
            conversation_id=encode("thr", profile.reach.thread_id) if profile.reach.thread_id else None,
            no_text=profile.reach.no_text,
            next_visit=NextVisitOut.of(profile.next_visit) if profile.next_visit else None,
            due=DueVisitOut.of(profile.due) if profile.due else None,
            value_cents=profile.value_cents,
        )


class EntryOut(BaseModel):
    """One timeline entry; ``by`` is the name of its author."""

    kind: EntryKind
    key: str
    at: datetime
    title: str
    detail: str | None
    status: str | None
    value_cents: int | None
    by: str | None
    activity_id: str | None
    conversation_id: str | None


class TimelineOut(BaseModel):
    """A page of the timeline, newest first; ``next_before`` asks for the next."""

    items: list[EntryOut]
    next_before: datetime | None

    @classmethod
    def of(cls, timeline: Timeline, names: Mapping[str, str]) -> "TimelineOut":
        items = [
            EntryOut(
                kind=one.kind,
                key=f"{one.id}:{one.at.isoformat()}",
                at=one.at,
                title=one.title,
                detail=one.detail,
                status=one.status,
                value_cents=one.value_cents,
                by=names.get(one.actor) if one.actor else None,
                activity_id=encode("act", one.activity_id) if one.activity_id else None,
                conversation_id=encode("thr", one.thread_id) if one.thread_id else None,
            )
            for one in timeline.entries
        ]
        return cls(items=items, next_before=timeline.next_before)


class SightingOut(BaseModel):
    """Someone did one thing with the record on one day, ``times`` times."""

    actor: str
    action: str
    outcome: str
    times: int
    first_at: datetime
    last_at: datetime


class SightingsOut(BaseModel):
    """Who looked at a record, newest first."""

    items: list[SightingOut]

    @classmethod
    def of(cls, found: list[Sighting], names: Mapping[str, str]) -> "SightingsOut":
        return cls(
            items=[
                SightingOut(
                    actor=names.get(one.actor, one.actor),
                    action=one.action,
                    outcome=one.outcome,
                    times=one.times,
                    first_at=one.first_at,
                    last_at=one.last_at,
                )
                for one in found
            ]
        )


class ChangedOut(BaseModel):
    """The records that were changed."""

    changed: list[str]


class BulkItemOut(BaseModel):
    """What became of the wish for one patient."""

    patient_id: str
    name: str
    activity_id: str
    decision: DecisionOut
    undoable: bool

    @classmethod
    def of(cls, one: BulkOutreach) -> "BulkItemOut":
        return cls(
            patient_id=encode("pat", one.patient_id),
            name=one.name,
            activity_id=encode("act", one.outreach.activity_id),
            decision=DecisionOut.of(one.outreach.decision),
            undoable=one.outreach.undo_until is not None,
        )


class PreviewOut(Out):
    """What a message would say to one patient, how it would go, and what the rules say about that time."""

    patient_id: Annotated[str, IdOf("pat")]
    name: str
    channel: Channel
    decision: DecisionOut
    subject: str | None
    text: str


class BulkPreviewOut(BaseModel):
    """The message for each. ``template`` is Mia's own, with what is filled in for each in braces; ``now`` is the
    server's clock, from which days to come are counted."""

    items: list[PreviewOut]
    template: str
    now: datetime


class BulkOut(BaseModel):
    """What became of the wish for each."""

    items: list[BulkItemOut]


class BulkCancelOut(BaseModel):
    """Contacts that were already sent and could not be undone."""

    left: list[str]


class ProviderChoiceOut(BaseModel):
    """Someone who treats patients."""

    id: str
    name: str


class ChoicesOut(BaseModel):
    """By what the list can be narrowed: tags in use, the most frequent first, and who treats patients."""

    tags: list[str]
    providers: list[ProviderChoiceOut]
