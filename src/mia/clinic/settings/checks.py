"""What an entry must be, field by field. Messages are written for the person at the form."""

import re
from collections.abc import Sequence
from datetime import time
from typing import Protocol
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from mia.clinic.patients.service import normalize_phone
from mia.platform.kernel.errors import Invalid

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HOST = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")


class Stretch(Protocol):
    """A stretch of one weekday; texts are ``HH:MM``."""

    @property
    def weekday(self) -> int: ...
    @property
    def begins(self) -> str: ...
    @property
    def ends(self) -> str: ...


class FieldErrors:
    """Gathers what is wrong, so that all of it is said at once. Fields are named by their path in the value."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}

    def add(self, path: str, message: str) -> None:
        """Note a fault; the first of a field is the one that is told."""
        self._found.setdefault(f"value.{path}", message)

    def close(self) -> None:
        """:class:`Invalid` with everything found; nothing when all is well."""
        if self._found:
            raise Invalid("Check the highlighted fields.", fields=self._found)

    def text(self, path: str, text: str, what: str) -> str:
        """A text that must say something, with single spaces."""
        plain = " ".join(text.split())
        if not plain:
            self.add(path, f"Enter {what}.")
        return plain

    def phone(self, path: str, text: str) -> str:
        """A number as E.164."""
        try:
            return normalize_phone(text)
        except Invalid:
            self.add(path, "Enter a complete phone number, such as (305) 555-0100 or +13055550100.")
            return text

    def zone(self, path: str, name: str) -> str:
        """A zone of the IANA list."""
        if name not in available_timezones():
            self.add(path, "Choose a time zone from the list, such as America/New_York.")
        return name

    def origin(self, path: str, text: str) -> str:
        """The address of a website as browsers name it: ``https://host[:port]``.

        Taken as people have it at hand: without a scheme, with ``http://``, or copied from one of its pages.
        """
        address = text.strip().lower()
        try:
            parts = urlsplit(address if "://" in address else f"https://{address}")
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        host = parts.hostname or ""
        valid = parts.scheme in ("https", "http") and _HOST.fullmatch(host) and (port is None or port > 0)
        if not valid or parts.username is not None:
            self.add(path, "Enter a website address such as https://www.yourclinic.com.")
            return address
        own_port = f":{port}" if port not in (None, 80, 443) else ""
        return f"https://{host}{own_port}"

    def stretches(self, path: str, stretches: Sequence[Stretch]) -> None:
        """Each ends after it begins, and none overlaps another of its day."""
        for place, one in enumerate(stretches):
            if one.ends <= one.begins:
                self.add(f"{path}.{place}.ends", "This must be later than the beginning.")
                continue
            for other in stretches[:place]:
                if other.weekday == one.weekday and one.begins < other.ends and other.begins < one.ends:
                    day = DAYS[one.weekday]
                    self.add(f"{path}.{place}.begins", f"Overlaps {other.begins} to {other.ends} on {day}.")


def clock(text: str) -> time:
    """``HH:MM`` as a time of the day."""
    return time.fromisoformat(text)


def clock_text(moment: time) -> str:
    """A time of the day as ``HH:MM``."""
    return f"{moment:%H:%M}"
