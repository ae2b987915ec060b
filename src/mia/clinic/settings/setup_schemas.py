"""What the setup pages show: phone numbers, the plan, setup steps and service templates."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from mia.clinic.patients.service import ShownPhone
from mia.clinic.practice.service import ClinicNumber, NumberUse
from mia.clinic.settings.plan import SELF_HOSTED, USAGE_DAYS, Usage
from mia.clinic.settings.setup import NEEDED, Step
from mia.platform.http.out import IdOf, Out


class NumberOut(Out):
    """A phone number of the practice. An inactive one sends nothing anymore."""

    id: Annotated[str, IdOf("num")]
    number: ShownPhone
    label: str
    texts: bool
    calls: bool
    active: bool


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


class TemplateServiceOut(Out):
    """A service that practices of a kind offer; the price is the practice's to say."""

    name: str
    category: str
    family: str
    duration_minutes: int = Field(validation_alias="minutes")
    buffer_minutes: int = Field(validation_alias="cleanup_minutes")
    aliases: list[str]
    description: str


class TemplateOut(Out):
    """A catalogue to begin with."""

    kind: str
    label: str
    services: list[TemplateServiceOut]


class TemplatesOut(Out):
    items: list[TemplateOut]
