"""The phones of a practice's people: which of them ring for a caller who wants a person, and when."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from mia.clinic.practice.service import Practice
from mia.platform.words.phone_numbers import is_in_countries

Json = dict[str, Any]

_FORWARDED_TO = ("US", "CA")
"""Countries whose phones calls are put through to, unless the organization at the voice service has others."""
_RINGS_SECONDS = 25
_RINGS_FIRST_SECONDS = 18
"""Of a phone after which another one rings: four rings, so that nobody waits for a minute."""
NOBODY_FREE = "I'm sorry, nobody can pick up right now. Shall I have someone from our team call you back?"
"""What a caller hears whom nobody takes at the hand-off number. The call goes on then."""


@dataclass(frozen=True)
class TeamPhones:
    """Which phones of a practice's people may ring for a caller: ``desk`` in the hours in which they take calls,
    ``overflow`` when nobody answers there and outside these hours; "" for none."""

    desk: str
    overflow: str

    def __bool__(self) -> bool:
        return bool(self.desk or self.overflow)


def phones_of_the_team(practice: Practice, own_numbers: Collection[str]) -> TeamPhones:
    """The phones that calls may be put through to: none that Mia answers herself, or that is abroad."""

    def reachable(number: str) -> str:
        may_ring = practice.settings.transfers_calls and number not in own_numbers
        return number if may_ring and is_in_countries(number, _FORWARDED_TO) else ""

    return TeamPhones(reachable(practice.settings.hand_off_number), reachable(practice.settings.overflow_number))


def transfer_facts(practice: Practice, team: TeamPhones) -> Json:
    """What a receptionist knows of them: ``metadata.practice.transfer``."""
    hours = practice.settings.hand_off_hours
    facts: Json = {"number": team.desk, "nobody": NOBODY_FREE}
    if team.overflow:
        facts["overflow"] = team.overflow
    if hours is not None:
        facts["hours"] = [
            {"weekday": one.weekday, "opens": f"{one.begins:%H:%M}", "closes": f"{one.ends:%H:%M}"} for one in hours
        ]
    return facts


def destinations(team: TeamPhones) -> list[Json]:
    """What the tool that rings the team may ring; the desk's hours are the receptionist's to keep."""
    desk = [_destination(team.desk, "The practice's team", then=team.overflow)] if team.desk else []
    overflow = [_destination(team.overflow, "Who answers for the team", then="")] if team.overflow else []
    return [*desk, *overflow]


def _destination(number: str, who: str, *, then: str) -> Json:
    """A phone that rings: who picks up is told in a line what the caller wants, then the two are connected."""
    fallback = {"message": NOBODY_FREE, "endCallEnabled": False} | ({"number": then} if then else {})
    plan = {
        "mode": "warm-transfer-say-summary",
        "dialTimeout": _RINGS_FIRST_SECONDS if then else _RINGS_SECONDS,
        "fallbackPlan": fallback,
    }
    return {
        "type": "number",
        "number": number,
        "description": who,
        "message": "Of course, I'll put you through. One moment, please.",
        "transferPlan": plan,
    }
