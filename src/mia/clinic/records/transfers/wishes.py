"""What the consent columns of a row say: to which messages someone agrees, and which they do not want.

A yes counts only where it is one; whatever else stands in a column of consent is none. A no counts always, and so
does anything but a clear no in a column of opt-outs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from mia.clinic.consent.service import Channel, MessageClass
from mia.clinic.records.transfers.fields import Field

CARE = (MessageClass.REMINDER,)
"""What a yes to texts, emails or calls is for: booked visits. A recall reads as advertising."""
MARKETING = (MessageClass.RECALL, MessageClass.PROMO)
EVERYTHING = (*CARE, *MARKETING)

_COLUMNS = {
    Channel.SMS: (Field.TEXTS, Field.TEXTS_MARKETING, Field.NO_TEXTS),
    Channel.EMAIL: (Field.EMAILS, Field.EMAILS_MARKETING, Field.NO_EMAILS),
    Channel.CALL: (Field.CALLS, Field.CALLS_MARKETING, Field.NO_CALLS),
}
"""By channel: what asks for consent, for consent to marketing, and for an opt-out."""
NO_COLUMNS = frozenset(columns[-1] for columns in _COLUMNS.values())
_YES = re.compile(r"y|yes|t|true|1|x|on|si|sí|ja|active|checked|✓|✔")
_NO = re.compile(r"n|no|f|false|0|off|nein|inactive|unchecked")
_IN = re.compile(
    r"in|ok(ay)?|opt(ed)?[ -]?in|subscribed|consent(ed| given)?|granted|given|agree(d|s)|accept(ed|s)|allowed"
)
_OUT = re.compile(
    r"out|opt(ed)?[ -]?out|unsubscribed|decline(d|s)|denied|refused|revoked|withdrawn|never|stop|"
    r"do not (contact|call|text|email)"
)
"""Words that say the same in a column of consent and in one of opt-outs."""


class Answer(Enum):
    """What stands in a cell."""

    YES = "yes"
    NO = "no"
    NOTHING = "nothing"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Wish:
    """What someone agrees to, or does not want, on a channel; ``column`` says so."""

    channel: Channel
    kinds: tuple[MessageClass, ...]
    agrees: bool
    column: Field


def answer(text: str) -> Answer:
    """A cell of a column that asks for consent."""
    word = _word(text)
    if not word:
        return Answer.NOTHING
    if _YES.fullmatch(word) or _IN.fullmatch(word):
        return Answer.YES
    return Answer.NO if _NO.fullmatch(word) or _OUT.fullmatch(word) else Answer.UNCLEAR


def opted_out(text: str) -> Answer:
    """A cell of a column that asks whether someone opted out."""
    word = _word(text)
    if not word:
        return Answer.NOTHING
    if _YES.fullmatch(word) or _OUT.fullmatch(word):
        return Answer.YES
    return Answer.NO if _NO.fullmatch(word) or _IN.fullmatch(word) else Answer.UNCLEAR


def _word(text: str) -> str:
    return " ".join(text.casefold().split()).strip(".!")


def wishes_of(values: Mapping[Field, str]) -> tuple[list[Wish], list[Field]]:
    """What a row says, and the columns in which it is unclear."""
    found: list[Wish] = []
    unclear: list[Field] = []
    for channel, (care, marketing, against) in _COLUMNS.items():
        said = {column: answer(values.get(column, "")) for column in (care, marketing)}
        out = opted_out(values.get(against, ""))
        unclear += [column for column, what in (*said.items(), (against, out)) if what is Answer.UNCLEAR]
        if out in (Answer.YES, Answer.UNCLEAR) or said[care] is Answer.NO:
            column = care if said[care] is Answer.NO else against
            found.append(Wish(channel, EVERYTHING, False, column))
            continue
        if said[care] is Answer.YES:
            found.append(Wish(channel, CARE, True, care))
        if said[marketing] in (Answer.YES, Answer.NO):
            found.append(Wish(channel, MARKETING, said[marketing] is Answer.YES, marketing))
    return found, unclear
