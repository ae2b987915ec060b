"""What Mia writes of her own accord: the least that is necessary, no treatment, no price (45 CFR 164.502(b))."""

import re
import unicodedata
from dataclasses import dataclass, field

from mia.clinic.consent.service import Channel
from mia.clinic.patients.service import display_phone
from mia.clinic.practice.service import Practice
from mia.platform.kernel.errors import Invalid

FIRST_NAME, REASON = "{first name}", "{reason}"
"""What may be left to be filled in for each person: how they are addressed, and why they are written to."""

TEMPLATE = f"Hi {FIRST_NAME}, {REASON}"
"""The usual body of a text, before it is filled in."""

_GAP = re.compile(r"\{[^{}\n]{0,40}\}")

SEGMENT = 160
"""Letters of one text in the GSM-7 alphabet (3GPP TS 23.038)."""


LONGEST_TEXT, LONGEST_MAIL = 320, 2000
"""Letters that staff may write in place of the body of a text or an email."""


@dataclass(frozen=True)
class RecallWords:
    """A message about the next visit. Who writes, that an AI does, how to answer and how to stop stand around a
    ``body`` that staff may write; ``subject`` is an email's."""

    subject: str | None
    opening: str
    body: str = field(repr=False)
    closing: str
    longest: int

    @property
    def text(self) -> str:
        return f"{self.opening}{self.body}{self.closing}"


def first_name(name: str) -> str:
    """How a person is addressed."""
    return name.split()[0]


def fill(template: str, name: str, channel: Channel, *, due: bool) -> str:
    """Staff's words for one person; :class:`Invalid` where there is something in braces that no one knows."""
    to = first_name(name)
    why = "you're due for a visit." if due else "would you like to plan your next visit?"
    known = {FIRST_NAME: _latin(to) if channel is Channel.SMS else to, REASON: why}
    strange = [gap for gap in _GAP.findall(template) if gap not in known]
    if strange:
        only = f"Only {FIRST_NAME} and {REASON} can be filled in"
        raise Invalid(f"{strange[0]} can't be filled in. {only}", fields={"words": only})
    return _GAP.sub(lambda gap: known[gap[0]], template)


def usual_words(practice: Practice, name: str, channel: Channel, *, due: bool) -> RecallWords:
    """The message as it is where staff writes nothing else."""
    write = recall_mail if channel is Channel.EMAIL else recall_text
    return write(practice, name, due=due)


def recall_text(practice: Practice, name: str, *, due: bool) -> RecallWords:
    """The text of a recall: who writes, that an AI does, how to answer, how to stop. One segment if it can be."""
    opening = f"{_latin(practice.name)}: "
    body = fill(TEMPLATE, name, Channel.SMS, due=due)
    closing = " Reply with a day that suits you and Mia, our AI assistant, will book it. Reply STOP to opt out."
    if len(opening + body + closing) > SEGMENT:
        closing = " Reply with a day and Mia, our AI, will book it. STOP to opt out."
    return RecallWords(None, opening, body, closing, LONGEST_TEXT)


def recall_mail(practice: Practice, name: str, *, due: bool) -> RecallWords:
    """The same by mail, with what CAN-SPAM asks for: who it is from, a postal address, how to stop."""
    phone = display_phone(practice.settings.phone)
    why = "It's time for your next visit" if due else "We'd be glad to plan your next visit"
    place = practice.locations[0].address if practice.locations else ""
    closing = (
        f" Call or text us at {phone} with a day that works for you, and Mia, our AI assistant, will find a "
        "time.\n\n"
        f"{practice.name}\n{place}\n\n"
        f"You received this email because you are our patient. To stop these emails, text STOP to {phone} from "
        "your phone, call us, or reply to this email.\n"
    )
    body = f"Hi {first_name(name)},\n\n{why} at {practice.name}."
    return RecallWords(f"Your next visit at {practice.name}", "", body, closing, LONGEST_MAIL)


def voicemail(practice: Practice, name: str) -> str:
    """Name and number, nothing else (HHS: the least that is necessary on an answering machine)."""
    number = display_phone(practice.settings.phone)
    return (
        f"This is Mia, the automated assistant at {practice.name}, for {first_name(name)}. Please call {number}. "
        "Thank you."
    )


def call_opening(practice: Practice, name: str) -> str:
    """The first words of a call that is not recorded; last the question that is to be answered."""
    return f"{call_words(practice)} This call is not recorded. {call_question(name)}"


def call_words(practice: Practice) -> str:
    """Who calls, that an AI does, how to stop, how to get a person."""
    return (
        f"Hi, this is Mia, an automated AI assistant calling for {practice.name}. "
        'Say "stop" to end, or "person" for our team.'
    )


def call_question(name: str) -> str:
    """What a person who is called is asked before anything else is told."""
    return f"Am I speaking with {first_name(name)}?"


def _latin(text: str) -> str:
    """Letters that every phone shows in one segment, where the alphabet allows it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().strip()
    return plain or text
