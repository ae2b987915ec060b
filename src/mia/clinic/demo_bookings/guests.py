"""Who books a demo, as they filled in the form."""

from collections.abc import Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo, available_timezones

from mia.clinic.patients.service import normalize_email, normalize_name, normalize_phone
from mia.platform.kernel.errors import Invalid
from mia.platform.mail.rendering import check_recipient
from mia.platform.words.names import holds_address, is_visible, one_line

_PRACTICE_LENGTH = 120
_ADULT = "You must be 18 or older to book a demo"


@dataclass(frozen=True)
class Guest:
    """Who books a demo. ``phone`` is E.164, ``practice`` the name of theirs, ``zone`` where they read the clock."""

    name: str = field(repr=False)
    email: str = field(repr=False)
    practice: str = field(repr=False)
    phone: str = field(repr=False)
    zone: ZoneInfo

    @classmethod
    def check(cls, *, name: str, email: str, practice: str, phone: str, adult: bool, time_zone: str) -> "Guest":
        """A guest from the form's fields; :class:`Invalid` names each field that is not acceptable."""
        faults: dict[str, str] = {} if adult else {"adult": _ADULT}

        def checked(check: Callable[[str], str], value: str) -> str:
            try:
                return check(value)
            except Invalid as error:
                faults.update(error.fields)
                return ""

        guest = cls(
            name=checked(normalize_name, name),
            email=checked(_email, email),
            practice=checked(_practice, practice),
            phone=checked(normalize_phone, phone),
            zone=ZoneInfo(checked(_zone, time_zone) or "UTC"),
        )
        if faults:
            raise Invalid("Some fields are not acceptable", fields=faults)
        return guest


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its IANA name; :class:`Invalid` (field ``time_zone``) when there is none of it."""
    return ZoneInfo(_zone(name))


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise Invalid("This time zone is not known", fields={"time_zone": "Not an IANA time zone"})
    return name


def _email(text: str) -> str:
    address = normalize_email(text)
    check_recipient(address)
    return address


def _practice(text: str) -> str:
    name = one_line(text)
    if not name or len(name) > _PRACTICE_LENGTH:
        raise Invalid("Your practice is needed", fields={"practice": "Between 1 and 120 characters"})
    if holds_address(name) or not is_visible(name):
        words = "The name of your practice, without a web address"
        raise Invalid(words, fields={"practice": words})
    return name
