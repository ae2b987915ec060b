"""Mia on a clinic's own website, on the wire."""

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.frontdesk.website.service import OpenedWidget


class SiteIn(BaseModel):
    """On whose page a conversation begins: the site key, and the origin of the page around ours, if any."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(max_length=100)
    page: str = Field("", max_length=300)


class WidgetAddressOut(BaseModel):
    """Where Mia of a clinic is found, and the script that shows her button on every page of a website."""

    url: str
    script: str


class OpenHoursOut(BaseModel):
    """A stretch of one weekday (Monday is 0); ``HH:MM`` in the practice's zone."""

    weekday: int
    opens: str
    closes: str


class OpenPlaceOut(BaseModel):
    """A location and when it is open."""

    name: str
    hours: list[OpenHoursOut]


class OpenedWidgetOut(BaseModel):
    """What a visitor sees first: whose receptionist it is, her greeting, and when the practice is open."""

    practice: str
    greeting: str
    open_now: bool
    places: list[OpenPlaceOut]
    kept_days: int
    asks_rating: bool

    @classmethod
    def of(cls, opened: OpenedWidget) -> "OpenedWidgetOut":
        return cls(
            practice=opened.practice,
            greeting=opened.greeting,
            open_now=opened.open_now,
            places=[
                OpenPlaceOut(
                    name=name,
                    hours=[
                        OpenHoursOut(weekday=one.weekday, opens=f"{one.opens:%H:%M}", closes=f"{one.closes:%H:%M}")
                        for one in hours
                    ],
                )
                for name, hours in opened.hours
            ],
            kept_days=opened.kept_days,
            asks_rating=opened.asks_rating,
        )
