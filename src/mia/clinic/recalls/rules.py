"""When patients are due again: rules as data, per clinic and service family.

The defaults are what US practices and labels publish; no medical advice, and every clinic may change each.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from mia.clinic.recalls import queries
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Service
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs


@dataclass(frozen=True)
class RecallRule:
    """Days after the last completed visit of a family: never proposed before ``min_days``, due at ``due_days``
    (first word ``lead_days`` earlier), overdue from ``overdue_days``, lapsed from ``lapsed_days``."""

    family: str
    min_days: int | None
    due_days: int
    lead_days: int
    overdue_days: int
    lapsed_days: int | None
    source: str


_WEEK, _MONTH = 7, 30
_LABEL = "product label: not more often than every 3 months; practice pages: 12 to 16 weeks"
_PAGES = "intervals as practices publish them; to be confirmed by the clinic"
_DENTAL = "insurers' day counts; the dentist sets the interval by risk (ADA)"

DEFAULTS: dict[str, RecallRule] = {
    rule.family: rule
    for rule in (
        RecallRule("neurotoxin", 12 * _WEEK, 12 * _WEEK, 2 * _WEEK, 14 * _WEEK, 26 * _WEEK, _LABEL),
        RecallRule("lip filler", 4 * _WEEK, 213, 3 * _WEEK, 241, 15 * _MONTH, _PAGES),
        RecallRule("cheek and jawline filler", 4 * _WEEK, 365, 4 * _WEEK, 407, 24 * _MONTH, _PAGES),
        RecallRule("biostimulator", 4 * _WEEK, 24 * _MONTH, _WEEK, 24 * _MONTH + 2 * _WEEK, None, _PAGES),
        RecallRule("laser hair removal", 4 * _WEEK, 6 * _WEEK, _WEEK, 8 * _WEEK, 12 * _MONTH, _PAGES),
        RecallRule("ipl photofacial", 3 * _WEEK, 4 * _WEEK, _WEEK, 6 * _WEEK, 12 * _MONTH, _PAGES),
        RecallRule("chemical peel", 3 * _WEEK, 5 * _WEEK, _WEEK, 8 * _WEEK, 6 * _MONTH, _PAGES),
        RecallRule("microneedling", 4 * _WEEK, 5 * _WEEK, _WEEK, 7 * _WEEK, 9 * _MONTH, _PAGES),
        RecallRule("hydrafacial", 3 * _WEEK, 4 * _WEEK, _WEEK, 6 * _WEEK, 4 * _MONTH, _PAGES),
        RecallRule("body contouring", 8 * _WEEK, 10 * _WEEK, _WEEK, 14 * _WEEK, 9 * _MONTH, _PAGES),
        RecallRule("skin tightening", 12 * _WEEK, 365, 3 * _WEEK, 407, 24 * _MONTH, _PAGES),
        RecallRule("medical weight loss", None, 4 * _WEEK, 3, 5 * _WEEK, 12 * _WEEK, _PAGES),
        RecallRule("dental cleaning", 180, 182, 3 * _WEEK, 212, 18 * _MONTH, _DENTAL),
        RecallRule("perio maintenance", 8 * _WEEK, 105, 2 * _WEEK, 119, 9 * _MONTH, _DENTAL),
        RecallRule("teeth whitening", 180, 270, 3 * _WEEK, 330, None, _PAGES),
    )
}
"""Recall by family. Sources differ; the middle of what they say is taken."""

RULES_CHANGED = "rebooking.rules_changed"
"""The event upon which the job worker derives the clinic's ledger again."""

_LEAD_SHARE = 6
_LAPSED_AFTER = 2


def rules_of(services: Iterable[Service]) -> list[RecallRule]:
    """The rules a clinic starts with: its catalogue's own intervals, the defaults for what it leaves open.

    A family without interval and without default has no recall.
    """
    rules: dict[str, RecallRule] = {}
    for service in services:
        default = DEFAULTS.get(service.family)
        due = service.recall_days or (default.due_days if default else None)
        if due is None or service.family in rules:
            continue
        overdue = max(due, service.overdue_days or (default.overdue_days if default else due))
        rules[service.family] = RecallRule(
            family=service.family,
            min_days=service.min_interval_days or (default.min_days if default else None),
            due_days=due,
            lead_days=default.lead_days if default else due // _LEAD_SHARE,
            overdue_days=overdue,
            lapsed_days=default.lapsed_days if default else overdue * _LAPSED_AFTER,
            source=default.source if default else "the practice's catalogue",
        )
    return list(rules.values())


async def set_up_rules(session: ClinicSession) -> None:
    """Give each family of the catalogue that has no rule yet the one it starts with."""
    services = await schedule.list_services(session)
    await queries.add_rules(session, [asdict(rule) for rule in rules_of(services)])


async def list_rules(session: ClinicSession) -> list[RecallRule]:
    """The clinic's rules, by family."""
    return [
        RecallRule(
            family=row.family,
            min_days=row.min_days,
            due_days=row.due_days,
            lead_days=row.lead_days,
            overdue_days=row.overdue_days,
            lapsed_days=row.lapsed_days,
            source=row.source,
        )
        for row in await queries.list_rules(session)
    ]


async def save_rule(session: ClinicSession, rule: RecallRule) -> None:
    """Change a family's rule; the ledger follows in a moment (:data:`RULES_CHANGED`)."""
    await queries.save_rule(session, asdict(rule))
    await jobs.emit(session, RULES_CHANGED, {"clinic_id": session.scope.clinic_id})


async def renew_rules(session: ClinicSession) -> None:
    """The catalogue has changed: new families get the rule they start with, and the ledger follows."""
    await set_up_rules(session)
    await jobs.emit(session, RULES_CHANGED, {"clinic_id": session.scope.clinic_id})
