"""Whose data a piece of work may touch.

A :class:`ClinicScope` is minted only by the access room (after it has checked who asks) and an
:class:`OrgScope` only by the voice service; a test searches the source for other constructions.
Work that has no tenant yet names its :class:`SystemScope`.
"""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Role(StrEnum):
    """Roles within a clinic, most powerful first. The owner is shown as "Clinic Administrator"."""

    OWNER = "owner"
    MANAGER = "manager"
    FRONT_DESK = "front_desk"
    PROVIDER = "provider"
    READ_ONLY = "read_only"

    @property
    def label(self) -> str:
        """The words shown to staff (spec §2)."""
        return _LABELS[self]


_LABELS = {
    Role.OWNER: "Clinic Administrator",
    Role.MANAGER: "Manager",
    Role.FRONT_DESK: "Front Desk",
    Role.PROVIDER: "Provider",
    Role.READ_ONLY: "Read-only",
}


@dataclass(frozen=True)
class ClinicScope:
    """Permission to work on one clinic's data. ``actor`` is who the audit log names."""

    clinic_id: UUID
    actor: str
    user_id: UUID | None = None
    role: Role | None = None

    @property
    def tenant_id(self) -> UUID:
        return self.clinic_id


@dataclass(frozen=True)
class OrgScope:
    """Permission to work on one organization of the voice service."""

    org_id: UUID
    actor: str

    @property
    def tenant_id(self) -> UUID:
        return self.org_id


class SystemScope(StrEnum):
    """Work before or across tenants. Each value opens only the tables whose policy names it."""

    LOGIN = "login"
    """Find a user, session, membership or clinic before a clinic is known."""
    OUTBOX = "outbox"
    """Take domain events of any clinic and hand them to their handlers."""
    CRON = "cron"
    """Periodic upkeep: list clinics, purge expired content, seal the audit log."""
    REALTIME = "realtime"
    """Read the event feed to fan it out to browsers."""
    VOICE_TOKEN = "voice_token"
    """Find the organization and call behind a voice token or a media worker."""
    CARRIER = "carrier"
    """Find the clinic or organization that a phone number belongs to, and assign numbers."""
    CLOCK = "clock"
    """Read and set the development clock (demo and development only)."""
    ERRORS = "errors"
    """Note errors of any origin, and read those that concern no clinic."""
    KEYS = "keys"
    """Read every tenant's wrapped data key, to see whether the master key opens it."""
    SEED = "seed"
    """Create the demo practices on an empty database."""
