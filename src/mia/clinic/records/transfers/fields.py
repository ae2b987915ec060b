"""What a column of a file may be, and which of ours it most likely is."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from mia.clinic.records.transfers.reading import Column
from mia.platform.kernel.errors import Invalid


class Field(StrEnum):
    """What Mia takes of a patient. A column that is none of these is left out."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    PHONE = "phone"
    EMAIL = "email"
    BIRTH_DATE = "birth_date"
    TAGS = "tags"
    NOTE = "note"
    LAST_VISIT = "last_visit"
    TREATMENT = "treatment"
    PRICE = "price"
    OPTED_OUT = "opted_out"
    TEXTS = "texts"
    TEXTS_MARKETING = "texts_marketing"
    NO_TEXTS = "no_texts"
    EMAILS = "emails"
    EMAILS_MARKETING = "emails_marketing"
    NO_EMAILS = "no_emails"
    CALLS = "calls"
    CALLS_MARKETING = "calls_marketing"
    NO_CALLS = "no_calls"


class DateOrder(StrEnum):
    """How dates with slashes, dots or dashes are meant; those that begin with the year are clear."""

    MONTH_FIRST = "mdy"
    DAY_FIRST = "dmy"


Mapping_ = Mapping[int, Field]
"""Which column (from 0) is what."""

_NAMES: dict[Field, tuple[str, ...]] = {
    Field.NAME: ("name", "full name", "patient", "patient name", "client", "client name", "guest name", "nombre"),
    Field.FIRST_NAME: ("first name", "firstname", "first", "given name", "forename"),
    Field.LAST_NAME: ("last name", "lastname", "last", "surname", "family name"),
    Field.PHONE: ("phone", "phone number", "mobile", "mobile phone", "cell", "cell phone", "telephone"),
    Field.EMAIL: ("email", "e mail", "email address", "e mail address", "mail"),
    Field.BIRTH_DATE: ("birth date", "birthdate", "date of birth", "dob", "birthday"),
    Field.TAGS: ("tags", "tag", "groups", "labels"),
    Field.NOTE: ("note", "notes", "comment", "comments", "internal note"),
    Field.LAST_VISIT: (
        "last visit",
        "last appointment",
        "last treatment date",
        "visit date",
        "service date",
        "date",
    ),
    Field.TREATMENT: ("treatment", "last treatment", "service", "last service", "procedure", "treatment name"),
    Field.PRICE: ("price", "amount", "paid", "total", "revenue"),
    Field.OPTED_OUT: ("opted out", "opt out", "do not contact", "unsubscribed", "dnc", "no contact"),
    Field.TEXTS: (
        "texts",
        "text consent",
        "text opt in",
        "text reminders",
        "ok to text",
        "sms",
        "sms consent",
        "sms opt in",
        "sms reminders",
        "accepts sms",
        "texts appointments",
    ),
    Field.TEXTS_MARKETING: (
        "text marketing",
        "marketing texts",
        "sms marketing",
        "marketing sms",
        "sms marketing consent",
        "accepts sms marketing",
        "texts marketing",
    ),
    Field.NO_TEXTS: ("do not text", "no texts", "text opt out", "no sms", "sms opt out", "sms opted out"),
    Field.EMAILS: ("emails", "email consent", "email opt in", "email reminders", "ok to email", "accepts email"),
    Field.EMAILS_MARKETING: (
        "email marketing",
        "marketing email",
        "marketing emails",
        "email marketing consent",
        "accepts email marketing",
        "emails marketing",
        "newsletter",
    ),
    Field.NO_EMAILS: ("do not email", "no email", "no emails", "email opt out", "email opted out"),
    Field.CALLS: ("calls", "call consent", "call opt in", "call reminders", "phone consent", "ok to call"),
    Field.CALLS_MARKETING: ("call marketing", "marketing calls", "phone marketing", "calls marketing"),
    Field.NO_CALLS: ("do not call", "no calls", "call opt out", "phone opt out"),
}


def guess(columns: Sequence[Column]) -> dict[int, Field]:
    """The likeliest field of each column whose heading says what it is; each field once."""
    found: dict[int, Field] = {}
    for index, column in enumerate(columns):
        plain = " ".join(re.sub(r"[^a-z]+", " ", column.name.casefold()).split())
        field = next((field for field, names in _NAMES.items() if plain in names), None)
        if field is not None and field not in found.values():
            found[index] = field
    return found


def check(mapping: Mapping_, columns: int) -> None:
    """:class:`Invalid` (field ``mapping``) when nothing could come of it."""
    fields = list(mapping.values())
    if any(not 0 <= index < columns for index in mapping):
        raise _refused("The file has no such column")
    if len(fields) != len(set(fields)):
        raise _refused("Two columns cannot be the same thing")
    if not {Field.NAME, Field.FIRST_NAME, Field.LAST_NAME} & set(fields):
        raise _refused("Say which column is the name")
    if Field.NAME in fields and {Field.FIRST_NAME, Field.LAST_NAME} & set(fields):
        raise _refused("Take the full name, or first and last name, but not both")
    if (Field.LAST_VISIT in fields) != (Field.TREATMENT in fields):
        raise _refused("A visit needs both its date and its treatment")
    if Field.PRICE in fields and Field.TREATMENT not in fields:
        raise _refused("A price belongs to a visit with date and treatment")


def _refused(why: str) -> Invalid:
    return Invalid(why, fields={"mapping": why})
