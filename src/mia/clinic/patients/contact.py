"""Phone numbers, email addresses and names, in the one form in which they are stored and compared."""

import re
import unicodedata
from typing import Annotated

import phonenumbers
from pydantic import BeforeValidator

from mia.platform.kernel.errors import Invalid
from mia.platform.words.names import ADDRESS_IN_NAME, INVISIBLE_IN_NAME, holds_address, is_visible, one_line

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_EMAIL_LENGTH = 254  # RFC 5321, path length
_NAME_LENGTH = 120
_PLAIN = re.compile(r"\+1[2-9][0-9]{9}")
_NORTH_AMERICAN = re.compile(r"\+1\d{10}")


def normalize_phone(text: str, region: str = "US") -> str:
    """E.164 of a number as written or spoken; :class:`Invalid` (field ``phone``) when it cannot be one.

    Possible numbers are enough: a number newly assigned must not be refused.
    """
    if _PLAIN.fullmatch(text):  # as the library would write it, and asking it takes as long as a query
        return text
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        number = None
    possible = phonenumbers.ValidationResult.IS_POSSIBLE
    if number is None or phonenumbers.is_possible_number_with_reason(number) != possible:
        raise Invalid("This phone number is not complete", fields={"phone": "Not a complete phone number"})
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def display_phone(e164: str) -> str:
    """A number as staff read it: ``(305) 555-0142``, with the country code when it is not the US's."""
    if _NORTH_AMERICAN.fullmatch(e164):  # as the library writes it, for a tenth of the time: lists are full of them
        return f"({e164[2:5]}) {e164[5:8]}-{e164[8:]}"
    return phonenumbers.format_number(phonenumbers.parse(e164), phonenumbers.PhoneNumberFormat.INTERNATIONAL)


ShownPhone = Annotated[str, BeforeValidator(display_phone)]
"""A field of a response: read from E.164, shown as staff read it."""


def normalize_email(text: str) -> str:
    """Lower case without spaces around; :class:`Invalid` (field ``email``) when it is no address."""
    address = text.strip().lower()
    if len(address) > _EMAIL_LENGTH or not _EMAIL.fullmatch(address):
        raise Invalid("This email address is incomplete", fields={"email": "Not an email address"})
    return address


def normalize_name(text: str) -> str:
    """A name with single spaces and composed letters; :class:`Invalid` (field ``name``) when it is empty or too
    long, or holds what would become a link in an email."""
    name = one_line(text)
    if not name or len(name) > _NAME_LENGTH:
        raise Invalid("A name is needed", fields={"name": "Between 1 and 120 characters"})
    for wrong, words in ((holds_address(name), ADDRESS_IN_NAME), (not is_visible(name), INVISIBLE_IN_NAME)):
        if wrong:
            raise Invalid(words, fields={"name": words})
    return name


def is_same_name(one: str, other: str) -> bool:
    """Whether two names differ in case, accents and punctuation only.

    Nothing looser: a booking on the record of someone who shares the phone is worse than a duplicate.
    """
    return plain_name(one) == plain_name(other)


def plain_name(name: str) -> str:
    """What two spellings of one name share: the emails, in one case, without accents and punctuation."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return " ".join("".join(letter for letter in letters if letter.isalpha() or letter == " ").split())
