"""Where someone may be whose number we have: time zones and states, as far as a number can tell.

A number is a presumption, not a place: all candidates count, and the strictest of them decides.
"""

from zoneinfo import ZoneInfo

import phonenumbers
from phonenumbers import timezone

_UNKNOWN = (ZoneInfo("America/New_York"), ZoneInfo("Pacific/Honolulu"))
"""East and west end of the fifty states but Alaska's islands: an hour that suits both suits all between."""
_MOST_ZONES = 4
"""A number with more candidates (toll-free, mobile networks abroad) says nothing of a place."""
_ALSO = {
    "850": (ZoneInfo("America/Chicago"),),  # the Florida panhandle west of the Apalachicola
    "928": (ZoneInfo("America/Denver"),),  # the Navajo Nation keeps daylight saving time, Arizona does not
    "423": (ZoneInfo("America/Chicago"),),  # Tennessee's line runs through the area
    "270": (ZoneInfo("America/New_York"),),  # western Kentucky, likewise
    "906": (ZoneInfo("America/Chicago"),),  # Michigan's counties on Wisconsin's time
}
"""Area codes across a zone's border of which the numbering data name one side (NANPA area code maps)."""
_STATES = {
    "FL": "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
    "TX": "210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 936 940 945 "
    "956 972 979",
}
"""NANPA assignments. An area code presumes residence: Fla. Stat. 501.059(8)(d)."""


def zones_of_number(e164: str) -> tuple[ZoneInfo, ...]:
    """Every zone in which the holder of a number may be; without a clue, the ends of the country."""
    number = phonenumbers.parse(e164)
    names = [name for name in timezone.time_zones_for_number(number) if name != timezone.UNKNOWN_TIMEZONE]
    also = _ALSO.get(_area(e164), ())
    if not names or len(names) > _MOST_ZONES:
        return _UNKNOWN
    return tuple(dict.fromkeys([*map(ZoneInfo, names), *also]))


def states_of_number(e164: str) -> frozenset[str]:
    """The states with contact laws of their own whose area code it is (``FL``, ``TX``); empty for others."""
    area = _area(e164)
    return frozenset(state for state, areas in _STATES.items() if area and area in areas.split())


def _area(e164: str) -> str:
    return e164[2:5] if e164.startswith("+1") else ""
