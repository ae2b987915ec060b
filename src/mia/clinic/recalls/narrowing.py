"""What narrows the list of patients beyond its groups, and other orders. All of it may stand in an address."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, TextClause, text

from mia.clinic.practice import service as practices
from mia.clinic.recalls.models import ListedPatientRow
from mia.platform.db.session import ClinicSession

Condition = ColumnElement[bool] | TextClause


class Agreement(StrEnum):
    """How a patient may be told that a visit is due, as far as consents, refusals and opt-outs go."""

    SMS = "sms"
    EMAIL = "email"
    CALL = "call"
    AI_VOICE = "ai_voice"
    NONE = "none"
    """No text and no call."""
    OPTED_OUT = "opted_out"


class Sort(StrEnum):
    """Orders of the list. Names are sealed, so there is none by name: a search finds them."""

    LAST_VISIT = "last_visit"
    LAST_VISIT_OLDEST = "last_visit_oldest"
    ADDED = "added"
    ADDED_OLDEST = "added_oldest"


@dataclass(frozen=True)
class Narrowing:
    """Further conditions; None narrows nothing. Days are the clinic's, both included."""

    tag: str | None = None
    agreement: Agreement | None = None
    visited_since: date | None = None
    visited_until: date | None = None
    never_visited: bool = False
    provider_id: UUID | None = None


async def conditions(session: ClinicSession, narrowing: Narrowing) -> list[Condition]:
    """The conditions on rows of the list."""
    found: list[Condition] = []
    if narrowing.tag is not None:
        found.append(text(_TAGGED).bindparams(narrow_tag=narrowing.tag.casefold()))
    if narrowing.agreement is not None:
        found.append(_agreed(narrowing.agreement))
    if narrowing.provider_id is not None:
        found.append(text(_SEEN_BY).bindparams(narrow_provider=narrowing.provider_id))
    if narrowing.never_visited:
        found.append(ListedPatientRow.last_at.is_(None))
    if narrowing.visited_since is not None or narrowing.visited_until is not None:
        zone = (await practices.get_practice(session)).zone
        if narrowing.visited_since is not None:
            start = datetime.combine(narrowing.visited_since, time(), zone).astimezone(UTC)
            found.append(ListedPatientRow.last_at >= start)
        if narrowing.visited_until is not None:
            end = datetime.combine(narrowing.visited_until + timedelta(days=1), time(), zone).astimezone(UTC)
            found.append(ListedPatientRow.last_at < end)
    return found


_TAGGED = """
    EXISTS (
        SELECT FROM patients AS tagged
        WHERE tagged.clinic_id = recall_patients.clinic_id AND tagged.id = recall_patients.patient_id
            AND :narrow_tag = ANY(ARRAY(SELECT lower(tag) FROM unnest(tagged.tags) AS tag))
    )"""

_SEEN_BY = """
    EXISTS (
        SELECT FROM appointments AS seen
        WHERE seen.clinic_id = recall_patients.clinic_id AND seen.patient_id = recall_patients.patient_id
            AND seen.provider_id = :narrow_provider AND seen.status IN ('booked', 'completed')
    )"""

_OF_THEM = """
    EXISTS (
        SELECT FROM patients AS person {more}
        WHERE person.clinic_id = recall_patients.clinic_id AND person.id = recall_patients.patient_id {where}
    )"""

_STOPPED = _OF_THEM.format(
    more="JOIN suppressions AS stop ON stop.clinic_id = person.clinic_id AND stop.lifted_at IS NULL "
    "AND stop.address_blind IN (person.phone_blind, person.email_blind)",
    where="",
)


def _agreed(agreement: Agreement) -> TextClause:
    if agreement is Agreement.OPTED_OUT:
        return text(_STOPPED)
    if agreement is Agreement.NONE:
        by_phone = " OR ".join(_granted(channel) for channel in ("sms", "call"))
        return text(f"({_STOPPED} OR NOT ({by_phone}))")
    if agreement is Agreement.EMAIL:
        has_address = _OF_THEM.format(more="", where="AND person.email_blind IS NOT NULL")
        return text(f"({has_address} AND NOT {_refused('email')} AND NOT {_STOPPED})")
    return text(f"({_granted(agreement.value)} AND NOT {_STOPPED})")


def _granted(channel: str) -> str:
    """Consent to recall reminders that was not withdrawn. ``channel`` is an internal name."""
    grant = _OF_THEM.format(
        more="JOIN consents AS given ON given.clinic_id = person.clinic_id "
        "AND given.address_blind = person.phone_blind",
        where=f"AND given.channel = '{channel}' AND given.purpose IN ('recall', 'marketing')",
    )
    return f"({grant} AND NOT {_refused(channel)})"


def _refused(channel: str) -> str:
    return _OF_THEM.format(
        more="JOIN contact_refusals AS refused ON refused.clinic_id = person.clinic_id "
        "AND refused.address_blind IN (person.phone_blind, person.email_blind)",
        where=f"AND refused.channel = '{channel}' AND refused.message_class = 'recall' "
        "AND refused.lifted_at IS NULL",
    )
