"""The sandbox's phones and clock on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from mia.clinic.patients.service import ShownPhone, display_phone
from mia.platform.http.out import Out, ShownUuid
from mia.platform.mail.service import Received
from mia.sandbox.phones import Phone

_SDP = 64_000


class DeviceTextOut(Out):
    """A text on a phone. ``from_patient``: written on it; else it arrived."""

    id: ShownUuid
    at: datetime
    from_patient: bool
    text: str
    practice: ShownPhone


class DeviceCallOut(Out):
    """A call to a phone. ``voicemail`` is what was left on it."""

    id: str
    at: datetime = Field(validation_alias="created_at")
    status: Literal["scheduled", "queued", "ringing", "in-progress", "ended"]
    ended_reason: str | None
    voicemail: str | None


class DeviceMailOut(BaseModel):
    """An email in the owner's mailbox. ``layout_url`` is where it stands with its layout, for a frame."""

    id: str
    at: datetime
    subject: str
    text: str
    layout_url: str | None
    unsubscribe_url: str | None
    """Where one click stops everything (List-Unsubscribe), as mail programs offer it."""

    @classmethod
    def of(cls, received: Received) -> "DeviceMailOut":
        body = received.mail.get_body(("plain",))
        return cls(
            id=str(received.id),
            at=received.at,
            subject=str(received.mail["Subject"]),
            text=str(body.get_content()) if body else "",
            layout_url=f"/sandbox/mail/{received.id}" if received.mail.get_body(("html",)) else None,
            unsubscribe_url=str(received.mail["List-Unsubscribe"] or "").strip("<>") or None,
        )


class DeviceOut(BaseModel):
    """A phone in the list. ``ringing`` is the call that rings on it now, if one does."""

    id: str
    number: str
    owner: str | None
    practice: str
    last_at: datetime
    last_text: str | None
    ringing: DeviceCallOut | None

    @classmethod
    def of(cls, phone: Phone) -> "DeviceOut":
        return cls.model_validate(_common(phone))


class DevicesOut(BaseModel):
    """All phones, the latest first."""

    items: list[DeviceOut]


class DeviceDetailOut(DeviceOut):
    """A phone opened: texts and calls in the order they came, mail newest first."""

    texts: list[DeviceTextOut]
    calls: list[DeviceCallOut]
    mails: list[DeviceMailOut]

    @classmethod
    def of(cls, phone: Phone) -> "DeviceDetailOut":
        opened = {
            "texts": [DeviceTextOut.of(text) for text in reversed(phone.texts)],
            "calls": [DeviceCallOut.of(call) for call in reversed(phone.calls)],
            "mails": [DeviceMailOut.of(received) for received in phone.mails],
        }
        return cls.model_validate(_common(phone) | opened)


class ReplyIn(BaseModel):
    """A text that the person writes."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    text: str = Field(min_length=1, max_length=1600)


class LineOut(Out):
    """A practice's number, and where one talks with its Mia in a browser."""

    number: ShownPhone
    practice: str
    talk_url: str


class LinesOut(BaseModel):
    """The numbers of all practices."""

    items: list[LineOut]


class TextIn(BaseModel):
    """A text from any phone to a practice's number."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    sender: str = Field(min_length=1, max_length=40)
    to: str = Field(min_length=1, max_length=40)
    text: str = Field(min_length=1, max_length=1600)


class NothingOut(BaseModel):
    """It is on its way."""


class ReplyOut(BaseModel):
    """The text that was written."""

    id: str


class PickUpIn(BaseModel):
    """The browser's offer, with all its candidates in it."""

    model_config = ConfigDict(extra="forbid")

    sdp: str = Field(max_length=_SDP)
    type: Literal["offer"]


class PickedUpOut(BaseModel):
    """The answer to the offer; sound flows from here on, and captions over the data channel."""

    sdp: str
    type: Literal["answer"] = "answer"


class ClockIn(BaseModel):
    """What time it is to be; null: the machine's time."""

    model_config = ConfigDict(extra="forbid")

    now: AwareDatetime | None


class ClockOut(BaseModel):
    """The product's time now, the machine's, and whether they differ by setting."""

    now: datetime
    machine: datetime
    moved: bool


def _common(phone: Phone) -> dict[str, object]:
    ringing = next((call for call in phone.calls if call.status == "ringing"), None)
    return {
        "id": phone.id,
        "number": display_phone(phone.number),
        "owner": phone.owner,
        "practice": phone.practice,
        "last_at": phone.last_at,
        "last_text": phone.last_text,
        "ringing": DeviceCallOut.of(ringing) if ringing else None,
    }
