"""What a practice's plan includes, and how much of it is used."""

from dataclasses import dataclass
from datetime import timedelta

from mia.clinic.inbox import service as inbox
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession

USAGE_DAYS = 30
"""Full days, the current one included, over which contacts are counted."""


@dataclass(frozen=True)
class Plan:
    """What a practice may use, by the names of the pages."""

    name: str
    features: tuple[str, ...]


SELF_HOSTED = Plan(
    "Self-hosted",
    (
        "Mia on calls, chats and texts",
        "Rebooking Center and outreach by Mia",
        "Rebooking runs and their value",
        "Temporary CRM and lead conversion",
        "Client Analytics",
        "Patient Management, import and export",
        "Calendar",
        "Team, activity log and API tokens",
    ),
)
"""The operator has everything, without limits."""


@dataclass(frozen=True)
class Usage:
    """How much there is. ``contacts`` are calls, chats and messages of the last :data:`USAGE_DAYS`, by channel."""

    locations: int
    providers: int
    rooms: int
    services: int
    contacts: dict[str, int]


async def read_usage(session: ClinicSession) -> Usage:
    """What the practice uses now."""
    now = session.now()
    counts = await inbox.count_by_channel(session, now - timedelta(days=USAGE_DAYS), now)
    return Usage(
        locations=sum(not place.retired for place in await practices.list_places(session)),
        providers=len(await schedule.list_providers(session)),
        rooms=sum(not kept.retired for kept in await schedule.keep_rooms(session)),
        services=len(await schedule.list_services(session)),
        contacts={str(count.channel.value): count.received for count in counts},
    )
