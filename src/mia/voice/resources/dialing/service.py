"""Judges numbers that calls are to be forwarded to."""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.platform.words.phone_numbers import is_in_countries
from mia.voice.http import BadRequest
from mia.voice.resources.dialing.models import DialingRuleRow
from mia.voice.wire import Json

USUAL_COUNTRIES = ("US", "CA")


async def countries_of(session: OrgSession) -> Sequence[str]:
    """The countries whose phones an organization's calls may be forwarded to."""
    org_id = session.scope.org_id
    row = await session.sql.get(DialingRuleRow, (org_id, org_id))
    return row.countries if row else USUAL_COUNTRIES


async def allow_countries(session: OrgSession, countries: Sequence[str]) -> None:
    """From now on calls may be forwarded to phones of these countries, and no others."""
    org_id, now = session.scope.org_id, session.now()
    chosen = {"countries": sorted(set(countries)), "updated_at": now}
    row = insert(DialingRuleRow).values(org_id=org_id, id=org_id, created_at=now, **chosen)
    await session.sql.execute(row.on_conflict_do_update(index_elements=["org_id", "id"], set_=chosen))


async def refusal(session: OrgSession, destination: Json) -> str | None:
    """Why a call may not be forwarded to ``destination``, or to the phone that rings next; None when it may."""
    countries = await countries_of(session)
    next_one = overflow_of(destination)
    if not all(is_in_countries(number, countries) for number in (destination["number"], next_one) if number):
        places = ", ".join(countries)
        return f"number must be no premium number and of {places} (transferCountries of the organization)"
    return None


def overflow_of(destination: Json) -> str | None:
    """The phone that rings when nobody takes a call at ``destination``."""
    plan = destination.get("transferPlan") or {}
    return (plan.get("fallbackPlan") or {}).get("number")


async def require_dialable(session: OrgSession, tool: Json) -> None:
    """:class:`BadRequest` when a tool names a number that calls may not be forwarded to."""
    for index, destination in enumerate(tool.get("destinations") or ()):
        if destination.get("type") != "number":
            continue
        if complaint := await refusal(session, destination):
            raise BadRequest(f"destinations.{index}.{complaint}")
