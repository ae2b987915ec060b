"""Settings on the wire. Each part has a ``version``; whoever changes it sends back the one that was read."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import ConsentText, TextKind
from mia.clinic.patients.service import display_phone
from mia.clinic.practice.service import ClinicNumber, NumberUse
from mia.clinic.settings.items import KINDS, Item, Value
from mia.clinic.settings.plan import SELF_HOSTED, USAGE_DAYS, Usage
from mia.clinic.settings.recall import Recall
from mia.clinic.settings.service import Snapshot
from mia.clinic.settings.setup import NEEDED, Step
from mia.clinic.settings.templates import TEMPLATES
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
    WebsitesValue,
)
from mia.clinic.settings.versions import version_of
from mia.platform.kernel.ids import encode

Version = Annotated[str, Field(max_length=64)]
V = TypeVar("V", bound=BaseModel)
W = TypeVar("W", bound=Value)


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PartOut(BaseModel, Generic[V]):
    """A part of which there is one."""

    version: str
    value: V

    @classmethod
    def of(cls, value: V) -> "PartOut[V]":
        return cls(version=version_of(value), value=value)


class ItemOut(BaseModel, Generic[W]):
    """One of several. What is ``retired`` is offered no more."""

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
    """Everything that a practice settles. ``longest_content_days``: how long this installation keeps content."""

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
            consent_texts=[
                ConsentTextOut.of(text, in_use=newest[text.kind] == text.id) for text in snapshot.consent_texts
            ],
        )


class _Part(_Body, Generic[V]):
    version: Version
    value: V


class _Item(_Body, Generic[V]):
    version: Version = ""
    value: V


class PracticeIn(_Part[PracticeValue]):
    section: Literal["practice"]


class ContactIn(_Part[ContactValue]):
    section: Literal["contact"]


class MiaIn(_Part[MiaValue]):
    section: Literal["mia"]


class RetentionIn(_Part[RetentionValue]):
    section: Literal["retention"]


class WebsitesIn(_Part[WebsitesValue]):
    section: Literal["websites"]


SectionIn = Annotated[PracticeIn | ContactIn | MiaIn | RetentionIn | WebsitesIn, Field(discriminator="section")]
"""A part as it is to stand."""


class LocationIn(_Item[LocationValue]):
    kind: Literal["location"]


class ClosureIn(_Item[ClosureValue]):
    kind: Literal["closure"]


class ProviderIn(_Item[ProviderValue]):
    kind: Literal["provider"]


class RoomIn(_Item[RoomValue]):
    kind: Literal["room"]


class ServiceIn(_Item[ServiceValue]):
    kind: Literal["service"]


class FactIn(_Item[FactValue]):
    kind: Literal["fact"]


ItemIn = Annotated[LocationIn | ClosureIn | ProviderIn | RoomIn | ServiceIn | FactIn, Field(discriminator="kind")]
"""One of several as it is to stand; something new has no version."""


class StatusIn(_Body):
    """``retired``: offered no more. ``active``: offered (again), also after a removal."""

    status: Literal["active", "retired"]


class RecallIn(_Body):
    """A family's rule as it is to stand."""

    family: Annotated[str, Field(max_length=120)]
    version: Version
    value: RecallValue


class RecallResetIn(_Body):
    """The family whose rule goes back to what the reference says."""

    family: Annotated[str, Field(max_length=120)]
    version: Version


class ConsentTextIn(_Body):
    """New words after version ``seen``."""

    kind: TextKind
    words: Annotated[str, Field(max_length=2000)]
    seen: int = Field(ge=0, le=100_000)


class ChangedOut(BaseModel):
    """Problem details of a part that somebody else has changed, with what stands there now."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    version: str
    current: dict[str, object]


class NumberOut(BaseModel):
    """A phone number of the practice. An inactive one sends nothing any more."""

    id: str
    number: str
    label: str
    texts: bool
    calls: bool
    active: bool

    @classmethod
    def of(cls, number: ClinicNumber) -> "NumberOut":
        return cls(
            id=encode("num", number.id),
            number=display_phone(number.number),
            label=number.label,
            texts=number.texts,
            calls=number.calls,
            active=number.active,
        )


class NumbersOut(BaseModel):
    """The practice's phone numbers. ``can_text``, ``can_call``: whether anything leaves."""

    items: list[NumberOut]
    can_text: bool
    can_call: bool

    @classmethod
    def of(cls, numbers: Sequence[ClinicNumber]) -> "NumbersOut":
        return cls(
            items=[NumberOut.of(one) for one in numbers],
            can_text=any(one.serves(NumberUse.TEXTS) for one in numbers),
            can_call=any(one.serves(NumberUse.CALLS) for one in numbers),
        )


class PlanOut(BaseModel):
    """The plan, what it includes, and what is used; ``contacts`` by channel over ``days``. No limit applies."""

    name: str
    features: list[str]
    locations: int
    providers: int
    rooms: int
    services: int
    contacts: dict[str, int]
    days: int

    @classmethod
    def of(cls, usage: Usage) -> "PlanOut":
        return cls(
            name=SELF_HOSTED.name,
            features=list(SELF_HOSTED.features),
            locations=usage.locations,
            providers=usage.providers,
            rooms=usage.rooms,
            services=usage.services,
            contacts=usage.contacts,
            days=USAGE_DAYS,
        )


class StepOut(BaseModel):
    """A step of the set-up. ``needed``: Mia cannot book without it."""

    name: Step
    done: bool
    needed: bool


class SetupOut(BaseModel):
    """How far the set-up is, in the order in which it is taken; ``mail_from`` is the sender of all mail."""

    steps: list[StepOut]
    numbers: list[NumberOut]
    mail_from: str

    @classmethod
    def of(cls, progress: dict[Step, bool], numbers: list[ClinicNumber], mail_from: str) -> "SetupOut":
        steps = [StepOut(name=step, done=done, needed=step in NEEDED) for step, done in progress.items()]
        return cls(steps=steps, numbers=[NumberOut.of(number) for number in numbers], mail_from=mail_from)


class TemplateServiceOut(BaseModel):
    """A service that practices of a kind offer; the price is the practice's to say."""

    name: str
    category: str
    family: str
    duration_minutes: int
    buffer_minutes: int
    aliases: list[str]
    description: str


class TemplateOut(BaseModel):
    """A catalogue to begin with."""

    kind: str
    label: str
    services: list[TemplateServiceOut]


class TemplatesOut(BaseModel):
    items: list[TemplateOut]

    @classmethod
    def all(cls) -> "TemplatesOut":
        return cls(
            items=[
                TemplateOut(
                    kind=template.kind,
                    label=template.label,
                    services=[
                        TemplateServiceOut(
                            name=service.name,
                            category=service.category,
                            family=service.family,
                            duration_minutes=service.minutes,
                            buffer_minutes=service.cleanup_minutes,
                            aliases=list(service.aliases),
                            description=service.description,
                        )
                        for service in template.services
                    ],
                )
                for template in TEMPLATES
            ]
        )


class ServicesIn(_Body):
    """Services to add at once."""

    services: Annotated[list[ServiceValue], Field(min_length=1, max_length=60)]
