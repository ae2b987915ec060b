"""On-call contacts and alerts on the wire."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.oncall.contacts import MOST_CONTACTS, Contact, Reachable, Way, new_contact
from mia.clinic.patients.service import display_phone, normalize_phone
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import decode, encode
from mia.platform.mail.service import check_recipient

WayName = Literal["text", "email", "call"]


class BrokenWayOut(BaseModel):
    """A way that was chosen and does not work now, and why."""

    way: WayName
    why: str


class OnCallContactOut(BaseModel):
    """Someone on call, in order."""

    id: str
    name: str
    phone: str | None
    email: str | None
    ways: list[WayName]
    broken: list[BrokenWayOut]

    @classmethod
    def of(cls, one: Reachable) -> "OnCallContactOut":
        contact = one.contact
        return cls(
            id=encode("onc", contact.id),
            name=contact.name,
            phone=display_phone(contact.phone) if contact.phone else None,
            email=contact.email,
            ways=[way.value for way in contact.ways],
            broken=[BrokenWayOut(way=way.value, why=why) for way, why in one.broken],
        )


class ToldOut(Out):
    """One message or call of an alert."""

    at: datetime
    name: str
    way: WayName
    state: Literal["queued", "sending", "sent", "failed", "skipped"]


class AlertOut(Out):
    """How an alert stands. ``unanswered``: everyone was tried, and the owners were told."""

    id: Annotated[str, IdOf("alr")]
    task_id: Annotated[str, IdOf("tsk")] | None
    state: Literal["open", "acknowledged", "unanswered"]
    raised_at: datetime
    next_at: datetime | None
    acknowledged_at: datetime | None
    acknowledged_by: str | None = Field(validation_alias="by")
    acknowledged_how: Literal["text", "link", "app", "call", "task"] | None = Field(validation_alias="how")
    told: list[ToldOut]


class AlertsOut(BaseModel):
    """The alerts of the urgent tasks that are open. ``covered``: an alert would reach someone on call now."""

    items: list[AlertOut]
    covered: bool


class OnCallOut(BaseModel):
    """Who is on call, and the last test."""

    version: str
    contacts: list[OnCallContactOut]
    covered: bool
    last_test: AlertOut | None


class OnCallContactIn(BaseModel):
    """Someone on call; without ``id`` someone new."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    id: str | None = None
    name: str = Field(min_length=1, max_length=80)
    phone: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=254)
    ways: list[WayName] = Field(min_length=1, max_length=3)

    def contact(self, place: int) -> Contact:
        """As the room keeps it; :class:`Invalid` names the field of this contact."""
        where = f"contacts.{place}."
        try:
            phone = normalize_phone(self.phone) if self.phone else None
        except Invalid:
            raise _wrong(where + "phone", "Enter a phone number, such as (305) 555-0100") from None
        try:
            check_recipient(self.email or "nobody@mia.example")
        except Invalid:
            raise _wrong(where + "email", "Enter an email address") from None
        ways = tuple(way for way in Way if way.value in self.ways)
        if phone is None and (Way.TEXT in ways or Way.CALL in ways):
            raise _wrong(where + "phone", "Needed for texts and calls")
        if not self.email and Way.EMAIL in ways:
            raise _wrong(where + "email", "Needed for email")
        made = new_contact(self.name, phone, self.email or None, ways)
        try:
            return replace(made, id=decode("onc", self.id)) if self.id else made
        except NotFound:
            raise _wrong(where + "name", "This contact is not on the list any more") from None


class OnCallIn(BaseModel):
    """The whole list, in order, as it is to be; ``version`` is that of the list it was made from."""

    model_config = ConfigDict(extra="forbid")

    version: str = Field(max_length=40)
    contacts: list[OnCallContactIn] = Field(max_length=MOST_CONTACTS)


def _wrong(field: str, message: str) -> Invalid:
    return Invalid("Please check the contacts", fields={field: message})
