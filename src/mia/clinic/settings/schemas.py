"""Settings as they are read. Each part has a ``version``, which a change sends back."""

from datetime import datetime
from typing import Generic, TypeVar

from pydantic import BaseModel

from mia.clinic.consent.service import ConsentText, TextKind
from mia.clinic.settings.items import KINDS, Item, Value
from mia.clinic.settings.recall import Recall, RecallGroup, groups_of
from mia.clinic.settings.service import Snapshot
from mia.clinic.settings.values import (
    ClosureValue,
    ContactValue,
    FactValue,
    LocationValue,
    MiaValue,
    PracticeValue,
    ProviderValue,
    RecallValue,
    RetentionValue,
    RoomValue,
    ServiceValue,
    V,
    WebsitesValue,
)
from mia.clinic.settings.versions import version_of
from mia.platform.kernel.ids import encode

W = TypeVar("W", bound=Value)


class PartOut(BaseModel, Generic[V]):
    """A part of which there is one."""

    version: str
    value: V

    @classmethod
    def of(cls, value: V) -> "PartOut[V]":
        return cls(version=version_of(value), value=value)


class ItemOut(BaseModel, Generic[W]):
    """One of several. ``retired`` ones are no longer offered."""

    id: str
    version: str
    retired: bool
    value: W

    @classmethod
    def of(cls, item: Item[W]) -> "ItemOut[W]":
        prefix, _ = KINDS[type(item.value)]
        return cls(
            id=encode(prefix, item.id), version=version_of(item.value), retired=item.retired, value=item.value
        )


class RecallOut(BaseModel):
    """The recall of a family. ``value`` is null where patients are not called back; ``suggested`` is what the form
    begins with, ``default`` what the reference says, null where it says nothing."""

    family: str
    services: list[str]
    version: str
    value: RecallValue | None
    suggested: RecallValue
    default: RecallValue | None
    source: str

    @classmethod
    def of(cls, recall: Recall) -> "RecallOut":
        return cls(
            family=recall.family,
            services=list(recall.services),
            version=version_of(recall.seen),
            value=recall.value,
            suggested=recall.seen,
            default=recall.default,
            source=recall.source,
        )


class RecallGroupOut(BaseModel):
    """A recall group to pick from, and when its patients are due again; null where they are not called back."""

    family: str
    value: RecallValue | None

    @classmethod
    def of(cls, group: RecallGroup) -> "RecallGroupOut":
        return cls(family=group.family, value=group.value)


class ConsentTextOut(BaseModel):
    """A version of the words that people agree to; ``in_use`` is the newest of its kind."""

    id: str
    kind: TextKind
    version: int
    words: str
    since: datetime
    in_use: bool

    @classmethod
    def of(cls, text: ConsentText, *, in_use: bool) -> "ConsentTextOut":
        return cls(
            id=encode("ctx", text.id),
            kind=text.kind,
            version=text.version,
            words=text.words,
            since=text.since,
            in_use=in_use,
        )


class ConsentTextsOut(BaseModel):
    """The words that hold now, one of each kind."""

    items: list[ConsentTextOut]


class SettingsOut(BaseModel):
    """All settings. ``longest_content_days``: how long this installation keeps content."""

    practice: PartOut[PracticeValue]
    contact: PartOut[ContactValue]
    mia: PartOut[MiaValue]
    retention: PartOut[RetentionValue]
    longest_content_days: int
    websites: PartOut[WebsitesValue]
    locations: list[ItemOut[LocationValue]]
    closures: list[ItemOut[ClosureValue]]
    providers: list[ItemOut[ProviderValue]]
    rooms: list[ItemOut[RoomValue]]
    services: list[ItemOut[ServiceValue]]
    facts: list[ItemOut[FactValue]]
    recall_rules: list[RecallOut]
    recall_groups: list[RecallGroupOut]
    consent_texts: list[ConsentTextOut]

    @classmethod
    def of(cls, snapshot: Snapshot) -> "SettingsOut":
        items, newest = snapshot.items, {text.kind: text.id for text in reversed(snapshot.consent_texts)}
        return cls(
            practice=PartOut.of(snapshot.practice),
            contact=PartOut.of(snapshot.contact),
            mia=PartOut.of(snapshot.mia),
            retention=PartOut.of(snapshot.retention),
            longest_content_days=snapshot.at_most,
            websites=PartOut.of(snapshot.websites),
            locations=[ItemOut.of(item) for item in items.locations],
            closures=[ItemOut.of(item) for item in items.closures],
            providers=[ItemOut.of(item) for item in items.providers],
            rooms=[ItemOut.of(item) for item in items.rooms],
            services=[ItemOut.of(item) for item in items.services],
            facts=[ItemOut.of(item) for item in items.facts],
            recall_rules=[RecallOut.of(recall) for recall in snapshot.recalls],
            recall_groups=[RecallGroupOut.of(group) for group in groups_of(snapshot.recalls)],
            consent_texts=[
                ConsentTextOut.of(text, in_use=newest[text.kind] == text.id) for text in snapshot.consent_texts
            ],
        )


class ChangedOut(BaseModel):
    """Problem details of a part that someone else has changed, with the present version."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    version: str
    current: dict[str, object]
