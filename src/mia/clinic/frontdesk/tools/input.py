"""Arguments of the tools as a language model sends them: read leniently, checked strictly."""

import re
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mia.clinic.schedule.service import PartOfDay, Wish
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import Kind, decode
from mia.platform.words.names import holds_address, is_visible

_LEAST_LETTERS = 2
_NOT_IN_NAMES = re.compile(r"[\d@/\\<>{}\[\]|=_]|https?:|www\.", re.IGNORECASE)


NOT_ALLOWED = "The practice does not let you do this. Offer that the team calls back."


class ToolFault(Exception):
    """A tool cannot run on these arguments; ``message`` goes to the model and holds none of them."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def _outside_id(kind: Kind) -> BeforeValidator:
    def read(value: object) -> UUID | None:
        if value in (None, ""):
            return None
        try:
            return decode(kind, str(value))
        except NotFound:
            raise ValueError("unknown id") from None

    return BeforeValidator(read)


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


_Text = Annotated[str | None, BeforeValidator(_blank_is_none), Field(max_length=500)]
_Service = Annotated[UUID | None, _outside_id("svc")]


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)


class FindSlots(_Arguments):
    """Arguments of ``find_slots``. Times without zone are the clinic's wall-clock time."""

    service_id: Annotated[UUID, _outside_id("svc")]
    from_: Annotated[str | None, BeforeValidator(_blank_is_none), Field(alias="from")] = None
    to: _Text = None
    near: _Text = None
    part_of_day: Annotated[PartOfDay | None, BeforeValidator(_blank_is_none)] = None
    not_before: Annotated[time | None, BeforeValidator(_blank_is_none)] = None
    not_after: Annotated[time | None, BeforeValidator(_blank_is_none)] = None
    without: list[date] = Field(default=[], max_length=90)
    provider_id: Annotated[UUID | None, _outside_id("prv")] = None
    provider_ids: list[Annotated[UUID | None, _outside_id("prv")]] = Field(default=[], max_length=100)
    location_id: Annotated[UUID | None, _outside_id("loc")] = None
    limit: int = Field(3, ge=1, le=10)

    def wish(self, zone: ZoneInfo) -> Wish:
        """The wish in instants; :class:`ToolFault` for what is no date-time."""
        return Wish(
            service_id=self.service_id,
            earliest=_instant(self.from_, zone),
            latest=_instant(self.to, zone, end_of_day=True),
            near=_instant(self.near, zone),
            part_of_day=self.part_of_day,
            not_before=_naive(self.not_before),
            not_after=_naive(self.not_after),
            without=frozenset(self.without),
            provider_id=self.provider_id,
            among=frozenset(one for one in self.provider_ids if one),
            location_id=self.location_id,
        )


class BookAppointment(_Arguments):
    """Arguments of ``book_appointment``; name and phone may be missing for known patients."""

    slot_token: str = Field(max_length=1000)
    name: str = Field("", max_length=500)
    phone: str = Field("", max_length=100)
    email: _Text = None
    replaces: Annotated[UUID | None, _outside_id("apt")] = None
    beside: bool = False


class JoinWaitingList(_Arguments):
    """Arguments of ``join_waiting_list``; name and phone may be missing for known patients."""

    service_id: Annotated[UUID, _outside_id("svc")]
    name: str = Field("", max_length=500)
    phone: str = Field("", max_length=100)
    provider_id: Annotated[UUID | None, _outside_id("prv")] = None
    from_: Annotated[date | None, BeforeValidator(_blank_is_none), Field(alias="from")] = None
    to: Annotated[date | None, BeforeValidator(_blank_is_none)] = None
    part_of_day: Annotated[PartOfDay | None, BeforeValidator(_blank_is_none)] = None
    preferred: Annotated[str, Field(max_length=200)] = ""


class RememberCaller(_Arguments):
    """Arguments of ``remember_caller``; everything may be missing."""

    name: _Text = None
    phone: _Text = None
    service_id: _Service = None
    preferred: _Text = None
    intent: _Text = None


class RequestPerson(_Arguments):
    """Arguments of ``request_person``."""

    reason: str = Field("", max_length=1000)
    urgency: Literal["routine", "emergency"] = "routine"
    name: _Text = None
    phone: _Text = None


class ConfirmIdentity(_Arguments):
    """Arguments of ``confirm_identity``."""

    is_patient: bool


class StopContact(_Arguments):
    """Arguments of ``stop_contact``."""

    reason: Annotated[Literal["wrong_number", "not_interested"] | None, BeforeValidator(_blank_is_none)] = None


class SendCode(_Arguments):
    """Arguments of ``send_code``; without either it goes to the number that is known."""

    phone: _Text = None
    email: _Text = None


class CheckCode(_Arguments):
    """Arguments of ``check_code``, as it was said or written."""

    code: str = Field(max_length=100)


class IdentifyPatient(_Arguments):
    """Arguments of ``identify_patient``: who someone says to be."""

    name: str = Field("", max_length=500)
    phone: _Text = None
    email: _Text = None
    birth_date: Annotated[date | None, BeforeValidator(_blank_is_none)] = None
    by: Annotated[Literal["text", "email"] | None, BeforeValidator(_blank_is_none)] = None


class CancelVisit(_Arguments):
    """Arguments of ``cancel_visit``."""

    appointment_id: Annotated[UUID, _outside_id("apt")]


def read_arguments(schema: type[BaseModel], arguments: dict[str, Any]) -> Any:
    """Arguments checked against ``schema``; :class:`ToolFault` names what is wrong, never its value."""
    try:
        return schema.model_validate(arguments)
    except ValidationError as error:
        names = ", ".join(sorted({str(item["loc"][0]) for item in error.errors() if item["loc"]}))
        raise ToolFault(f"Not usable: {names}") from None


def is_plausible_name(name: str) -> bool:
    """Whether a text may be someone's name: emails, nothing of an address, a number or a link."""
    letters = sum(character.isalpha() for character in name)
    is_name = letters >= _LEAST_LETTERS and is_visible(name)
    return is_name and not _NOT_IN_NAMES.search(name) and not holds_address(name)


def _naive(clock: time | None) -> time | None:
    """A time of the clinic's day, whatever zone a model wrote behind it."""
    return clock.replace(tzinfo=None) if clock else None


def _instant(text: str | None, zone: ZoneInfo, *, end_of_day: bool = False) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ToolFault("A time must be an ISO 8601 date-time") from None
    if end_of_day and "T" not in text and " " not in text:
        moment += timedelta(days=1)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
