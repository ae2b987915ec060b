"""The recall rules of a practice: when patients are due again, family by family."""

from collections.abc import Sequence
from dataclasses import dataclass

from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import RecallRule
from mia.clinic.schedule import service as schedule
from mia.clinic.settings.checks import FieldErrors
from mia.clinic.settings.values import RecallValue
from mia.clinic.settings.versions import announce, check_version, lock_settings
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_OWN = "the practice's own"
_START = RecallValue(min_days=None, due_days=90, lead_days=14, overdue_days=104, lapsed_days=None)
"""What the form begins with where neither catalogue nor reference knows a family."""


@dataclass(frozen=True)
class Recall:
    """A family's rule. ``value`` is None where patients are not called back yet; ``default`` is the reference's
    rule, None where it has none. ``services`` are the names of those that share it."""

    family: str
    services: tuple[str, ...]
    value: RecallValue | None
    default: RecallValue | None
    source: str

    @property
    def seen(self) -> RecallValue:
        """What its version is made of."""
        return self.value or _START


@dataclass(frozen=True)
class RecallGroup:
    """A group that a practice may put a service into, and what the reference says about it; None where the group is
    the practice's own."""

    family: str
    value: RecallValue | None


def groups_of(found: Sequence[Recall]) -> list[RecallGroup]:
    """The practice's groups first, as they are called back, then those of the reference."""
    own = [RecallGroup(one.family, one.value or one.default) for one in found]
    known = {one.family for one in own}
    return own + [RecallGroup(name, _value(rule)) for name, rule in recalls.DEFAULTS.items() if name not in known]


async def read_recalls(session: ClinicSession) -> list[Recall]:
    """The rules of all families in the catalogue, in its order."""
    rules = {rule.family: rule for rule in await recalls.list_rules(session)}
    services: dict[str, list[str]] = {}
    for kept in await schedule.keep_services(session):
        services.setdefault(kept.value.family, []).append(kept.value.name)
    return [
        Recall(
            family=family,
            services=tuple(names),
            value=_value(rules[family]) if family in rules else None,
            default=_value(recalls.DEFAULTS[family]) if family in recalls.DEFAULTS else None,
            source=rules[family].source if family in rules else "",
        )
        for family, names in services.items()
    ]


async def save_recall(session: ClinicSession, family: str, value: RecallValue, seen: str) -> None:
    """Change a family's rule; the ledger follows. :class:`Invalid` unless min <= due <= overdue <= lapsed."""
    await lock_settings(session)
    current = await _find(session, family)
    check_version(current.seen, seen)
    _check(value)
    source = recalls.DEFAULTS[family].source if value == current.default else _OWN
    await recalls.save_rule(session, RecallRule(family=family, source=source, **value.model_dump()))
    await announce(session, "change", "recall_rule")


async def reset_recall(session: ClinicSession, family: str, seen: str) -> None:
    """Back to what the reference says; :class:`NotFound` where it says nothing."""
    await lock_settings(session)
    current = await _find(session, family)
    check_version(current.seen, seen)
    if family not in recalls.DEFAULTS:
        raise NotFound
    await recalls.save_rule(session, recalls.DEFAULTS[family])
    await announce(session, "reset", "recall_rule")


async def _find(session: ClinicSession, family: str) -> Recall:
    found = next((one for one in await read_recalls(session) if one.family == family), None)
    if found is None:
        raise NotFound
    return found


def _check(value: RecallValue) -> None:
    errors = FieldErrors()
    if value.min_days is not None and value.min_days > value.due_days:
        errors.add("min_days", "Can't be later than the due date.")
    if value.lead_days > value.due_days:
        errors.add("lead_days", "Not longer than the whole interval.")
    if value.overdue_days < value.due_days:
        errors.add("overdue_days", "Can't be before the due date.")
    if value.lapsed_days is not None and value.lapsed_days < value.overdue_days:
        errors.add("lapsed_days", "Can't be before the overdue date.")
    errors.close()


def _value(rule: RecallRule) -> RecallValue:
    return RecallValue(
        min_days=rule.min_days,
        due_days=rule.due_days,
        lead_days=rule.lead_days,
        overdue_days=rule.overdue_days,
        lapsed_days=rule.lapsed_days,
    )
