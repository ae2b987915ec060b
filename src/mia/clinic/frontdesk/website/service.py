"""Mia on a clinic's own website: what a visitor is shown there, and who may begin."""

from dataclasses import dataclass

from mia.clinic.frontdesk.assistant import opening
from mia.clinic.frontdesk.desk import FrontDesk
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import OpeningHours, Practice, Switch, Websites
from mia.identity.service import Clinic
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Forbidden, NotFound

PAGE = "/embed/widget/"
"""Where Mia of a clinic stands; its slug follows."""
SCRIPT = "/embed/mia/"
"""Where the script of her button stands."""
_NOT_HERE = "Mia doesn't answer here. Please call the practice instead."


@dataclass(frozen=True)
class OpenedWidget:
    """What a visitor sees before the first word. ``hours`` are those of each location by its name; ``kept_days``:
    how long what is said is kept at most; ``asks_rating``: the practice would like to know how it was."""

    practice: str
    greeting: str
    open_now: bool
    hours: tuple[tuple[str, tuple[OpeningHours, ...]], ...]
    kept_days: int
    asks_rating: bool


class SiteWidgets:
    """Mia on the websites of all clinics."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk
        self._websites = Websites(desk.database, desk.settings, "page")

    async def address(self, session: ClinicSession) -> str:
        """Where staff find Mia of their clinic."""
        return await self._websites.address(session, PAGE)

    async def script(self, session: ClinicSession) -> str:
        """The script that shows her button on their websites."""
        return await self._websites.address(session, SCRIPT, ".js")

    async def open(self, slug: str, key: str, page: str) -> OpenedWidget:
        """What the page shows; errors as in :meth:`admit`."""
        clinic = await self._websites.admit(slug, key, page)
        practice = await self._on_duty(clinic)
        async with self._desk.database.clinic(self._desk.scope(clinic.id)) as session:
            now = session.now()
            kept = await practices.content_days(session, self._desk.settings.retention_days)
        return OpenedWidget(
            practice=practice.name,
            greeting=opening(practice.settings.greeting),
            open_now=practice.is_open(now),
            hours=_hours(practice),
            kept_days=kept,
            asks_rating=practice.settings.allows(Switch.ASKS_FOR_RATINGS),
        )

    async def admit(self, slug: str, key: str, page: str) -> Clinic:
        """The clinic with whose Mia a visitor may begin, on a page (its origin, or empty when none is around).

        :class:`NotFound` for a key of another clinic, :class:`Forbidden` on pages that the clinic did not name and
        where Mia is not to answer.
        """
        clinic = await self._websites.admit(slug, key, page)
        await self._on_duty(clinic)
        return clinic

    async def _on_duty(self, clinic: Clinic) -> Practice:
        try:
            async with self._desk.database.clinic(self._desk.scope(clinic.id)) as session:
                practice = await practices.get_practice(session)
        except NotFound:  # no one has set the practice up yet
            raise Forbidden(_NOT_HERE) from None
        if not practice.settings.allows(Switch.ANSWERS_WEBSITE):
            raise Forbidden(_NOT_HERE)
        return practice


def _hours(practice: Practice) -> tuple[tuple[str, tuple[OpeningHours, ...]], ...]:
    return tuple(
        (place.name, tuple(sorted((one for one in practice.hours if one.location_id == place.id), key=_begin)))
        for place in practice.locations
    )


def _begin(hours: OpeningHours) -> tuple[int, str]:
    return hours.weekday, hours.opens.isoformat()
