"""A new practice as a tenant: its name in addresses, and the event that has the rooms above prepare theirs."""

import re
import unicodedata
from dataclasses import dataclass
from zoneinfo import available_timezones

from mia.identity.tenants import Clinic, create_clinic
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Invalid

CLINIC_OPENED = "access.clinic_opened"
"""The event of a new practice; its tenant is the practice."""

_LONGEST_NAME = 120
_LONGEST_SLUG = 60
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TAKEN = frozenset({"client"})
"""``/dashboard/client/...`` is a page of its own (spec §2)."""


@dataclass(frozen=True)
class Practice:
    """What a practice begins with. ``timezone`` is an IANA name; ``slug`` None makes one of the name."""

    name: str
    timezone: str
    slug: str | None = None


async def enter_clinic(session: ClinicSession, practice: Practice) -> Clinic:
    """Add the tenant of the session's scope, whose id no one has yet.

    :class:`Invalid` (``practice``, ``timezone``, ``slug``), :class:`Conflict` for a slug that is taken.
    """
    name = " ".join(practice.name.split())
    if not name or len(name) > _LONGEST_NAME:
        raise Invalid("Enter the practice's name.", fields={"practice": "Enter the practice's name."})
    if practice.timezone not in available_timezones():
        raise Invalid(
            "This time zone is not known.", fields={"timezone": "Choose a time zone, such as America/New_York."}
        )
    slug = practice.slug if practice.slug is not None else slug_of(name)
    if not _SLUG.fullmatch(slug) or len(slug) > _LONGEST_SLUG or slug in _TAKEN:
        raise Invalid("This address cannot be used.", fields={"slug": "Small letters, digits and single hyphens."})
    clinic = await create_clinic(session, slug, name, timezone=practice.timezone, clinic_id=session.scope.clinic_id)
    await audit.record(session, "clinic.create", "clinic", [clinic.id])
    await jobs.emit(session, CLINIC_OPENED, {"clinic_id": clinic.id})
    return clinic


def slug_of(name: str) -> str:
    """A practice's name as it stands in addresses: ``Dr. Ruiz & Söhne`` is ``dr-ruiz-sohne``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_SLUG].strip("-")
    return f"{slug}-practice".lstrip("-") if not slug or slug in _TAKEN else slug
