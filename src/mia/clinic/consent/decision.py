"""May Mia contact this person now? One pure function: no clock, no database, no exception to it.

Sources are cited at each rule in ``rules.py``, for staff and for the audit log. Defaults are the strict
reading: a clinic's lawyer may lower some (:class:`Policy`), and none of this is legal advice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from mia.clinic.consent.grants import Basis, Channel, Consent, Purpose
from mia.clinic.consent.rules import REASONS, REMEDIES


class MessageClass(StrEnum):
    """What a contact is for; the law asks more of some than of others."""

    REPLY = "reply"
    """An answer to what the person has just written or asked for."""
    REMINDER = "reminder"
    """About a visit that is booked (treatment: 45 CFR 164.501)."""
    INQUIRY = "inquiry"
    """The first answer to someone who asked to be contacted (FCC 15-72: a message that was asked for)."""
    RECALL = "recall"
    """A visit is due. For elective treatment this reads as advertising."""
    PROMO = "promo"
    OPT_OUT_CONFIRMATION = "opt_out_confirmation"
    """The one message that follows a STOP."""


class Outcome(StrEnum):
    """What the decision says."""

    ALLOW = "allow"
    DEFER = "defer"
    BLOCK = "block"


_REPLY_WINDOW = timedelta(hours=24)
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_FLORIDA_DAILY = 3
_SUNDAY = 6
_TEXAS_SUNDAY = time(12)
_HORIZON = timedelta(days=15)


@dataclass(frozen=True)
class Policy:
    """A clinic's contact settings. The window is local time at the person's, and may not be wider than the law's.

    ``recall_basis``: written consent unless the clinic's lawyer reads a recall as informational (dental).
    """

    opens: time = time(9)
    closes: time = time(19)
    per_day: int = 1
    per_week: int = 3
    recall_basis: Basis = Basis.WRITTEN

    def __post_init__(self) -> None:
        if not time(8) <= self.opens < self.closes <= time(20):
            raise ValueError("Contact hours must lie between 8 and 20")


@dataclass(frozen=True)
class Suppression:
    """The person's word (or a finding) against contact at an address."""

    reason: str


@dataclass(frozen=True)
class Refusal:
    """A kind of message that the person does not want on a channel."""

    channel: Channel
    message_class: MessageClass


@dataclass(frozen=True)
class Touch:
    """A contact that went out, on whatever channel."""

    at: datetime
    subject: str


@dataclass(frozen=True)
class Recipient:
    """What is known of the person to be contacted. ``holds`` are rules that stand against
    any contact (``minor``, ``deceased``, ``do_not_contact``, ``archived``, ``unverified``, ``unproven``)."""

    has_address: bool
    zones: tuple[ZoneInfo, ...]
    states: frozenset[str] = frozenset()
    holds: frozenset[str] = frozenset()
    booked: bool = False
    last_wrote_at: datetime | None = None
    has_sender: bool = True
    """Whether the practice has a number of its own that texts, or calls, leave from; mail needs none."""


@dataclass(frozen=True)
class Decision:
    """What may happen, since when (``until``: not before, UTC), and by which rule."""

    outcome: Outcome
    rule: str
    reason: str
    until: datetime | None = None

    @property
    def remedy(self) -> str | None:
        """What has to happen before it may, of what is blocked."""
        return REMEDIES.get(self.rule) if self.outcome is Outcome.BLOCK else None

    @property
    def allowed(self) -> bool:
        return self.outcome is Outcome.ALLOW


@dataclass(frozen=True)
class Contact:
    """The contact in question; ``subject`` is what it is about, for the caps."""

    message_class: MessageClass
    channel: Channel
    subject: str = "recall"


def decide(
    contact: Contact,
    recipient: Recipient,
    *,
    consents: Iterable[Consent],
    suppressions: Iterable[Suppression],
    history: Sequence[Touch],
    policy: Policy,
    now: datetime,
    refusals: Iterable[Refusal] = (),
) -> Decision:
    """Allow, defer until an instant, or block. Blocks come first: nothing is deferred that may never happen."""
    against = objection(
        contact,
        recipient,
        consents=consents,
        suppressions=suppressions,
        refusals=refusals,
        policy=policy,
        now=now,
    )
    if against:
        return _block(against)
    if contact.message_class in (MessageClass.REPLY, MessageClass.OPT_OUT_CONFIRMATION):
        return _allow()
    return _when(contact, recipient, history, policy, now)


def objection(
    contact: Contact,
    recipient: Recipient,
    *,
    consents: Iterable[Consent],
    suppressions: Iterable[Suppression],
    refusals: Iterable[Refusal],
    policy: Policy,
    now: datetime,
) -> str | None:
    """The rule that stands against a contact whatever the hour and whatever went out before; None when none
    does."""
    if refusal := _refused(contact, recipient, suppressions, now):
        return refusal
    if contact.message_class in (MessageClass.REPLY, MessageClass.OPT_OUT_CONFIRMATION):
        return None
    if _declined(contact, refusals):
        return "declined"
    return _lacking(contact, list(consents), policy)


def _refused(
    contact: Contact, recipient: Recipient, suppressions: Iterable[Suppression], now: datetime
) -> str | None:
    """The rule that stands against any contact."""
    if not recipient.has_address:
        return "no_address"
    if not recipient.has_sender:
        return "no_number"
    if contact.message_class is MessageClass.OPT_OUT_CONFIRMATION:
        return None
    for suppression in suppressions:
        return "wrong_number" if suppression.reason == "wrong_number" else "opted_out"
    if contact.message_class is MessageClass.REPLY:
        recent = recipient.last_wrote_at is not None and now - recipient.last_wrote_at <= _REPLY_WINDOW
        return None if recent else "reply_too_late"
    for hold in ("deceased", "minor", "do_not_contact", "archived", "unverified", "unproven", "switched_off"):
        if hold in recipient.holds:
            return hold
    if contact.message_class is MessageClass.RECALL and recipient.booked:
        return "booked_already"
    return None


def _declined(contact: Contact, refusals: Iterable[Refusal]) -> bool:
    """Whether the person does not want this kind of message so. A call of Mia's is an AI's voice too."""
    channels = {contact.channel} | ({Channel.AI_VOICE} if contact.channel is Channel.CALL else set())
    return any(one.channel in channels and one.message_class is contact.message_class for one in refusals)


def _lacking(contact: Contact, consents: list[Consent], policy: Policy) -> str | None:
    """The consent that is missing. Mail needs none (CAN-SPAM is opt-out: 15 USC 7704), but suppression holds."""
    if contact.channel is Channel.EMAIL:
        return None
    given = [consent for consent in consents if consent.channel is contact.channel and _covers(consent, contact)]
    if not given:
        return "no_consent"
    if _needs_writing(contact.message_class, policy) and not any(one.basis is Basis.WRITTEN for one in given):
        return "no_written_consent"
    if contact.channel is Channel.CALL and not any(one.channel is Channel.AI_VOICE for one in consents):
        return "no_ai_voice_consent"
    return None


def _covers(consent: Consent, contact: Contact) -> bool:
    """A number given for something may be used for that; a wider purpose includes the narrower."""
    match contact.message_class:
        case MessageClass.PROMO:
            return consent.purpose is Purpose.MARKETING
        case MessageClass.INQUIRY:
            return consent.purpose is not Purpose.RECALL
        case MessageClass.RECALL:
            return consent.purpose in (Purpose.RECALL, Purpose.MARKETING) or consent.basis is Basis.NUMBER_GIVEN
    return True


def _needs_writing(message_class: MessageClass, policy: Policy) -> bool:
    if message_class is MessageClass.RECALL:
        return policy.recall_basis is Basis.WRITTEN
    return message_class is MessageClass.PROMO


def _when(
    contact: Contact, recipient: Recipient, history: Sequence[Touch], policy: Policy, now: datetime
) -> Decision:
    """The first permitted instant: caps and hours move it on until both are content."""
    moment, rule = now, "allowed"
    while True:
        capped, cap = _after_caps(contact, recipient, history, policy, moment)
        opened = capped if contact.channel is Channel.EMAIL else _after_hours(recipient, policy, capped)
        if opened is None or opened - now > _HORIZON:
            return _block("no_common_hour")
        if opened == moment:
            break
        rule = cap if capped > moment else "quiet_hours"
        moment = opened
    if moment == now:
        return _allow()
    return Decision(Outcome.DEFER, rule, REASONS[rule], moment)


def _after_caps(
    contact: Contact, recipient: Recipient, history: Sequence[Touch], policy: Policy, moment: datetime
) -> tuple[datetime, str]:
    """The first instant from ``moment`` on at which no cap is met, and the cap that held longest."""
    about = [touch for touch in history if touch.subject == contact.subject]
    limits = [("daily_cap", policy.per_day, _DAY, history), ("weekly_cap", policy.per_week, _WEEK, history)]
    if "FL" in recipient.states:
        limits.append(("subject_cap", _FLORIDA_DAILY, _DAY, about))
    best = (moment, "allowed")
    for rule, most, span, touches in limits:
        recent = sorted(touch.at for touch in touches if touch.at > moment - span)
        if len(recent) >= most:
            free = recent[len(recent) - most] + span
            best = max(best, (free, rule), key=lambda item: item[0])
    return best


def _after_hours(recipient: Recipient, policy: Policy, moment: datetime) -> datetime | None:
    """The first instant from ``moment`` on within the window of every place; None when there is none."""
    last = moment + _HORIZON
    while moment <= last:
        opened = max(_opens(zone, recipient.states, policy, moment) for zone in recipient.zones)
        if opened == moment:
            return moment
        moment = opened
    return None


def _opens(zone: ZoneInfo, states: frozenset[str], policy: Policy, moment: datetime) -> datetime:
    """``moment`` when it lies within the local window, else the window's next start (UTC)."""
    day = moment.astimezone(zone).date()
    while moment >= _instant(day, policy.closes, zone):
        day += _DAY
    sunday_in_texas = "TX" in states and day.weekday() == _SUNDAY
    opens = max(policy.opens, _TEXAS_SUNDAY) if sunday_in_texas else policy.opens
    return max(moment, _instant(day, opens, zone))


def _instant(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """A wall-clock hour as an instant; hour by hour, so that a change of the clock moves it rightly."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def _allow() -> Decision:
    return Decision(Outcome.ALLOW, "allowed", REASONS["allowed"])


def _block(rule: str) -> Decision:
    return Decision(Outcome.BLOCK, rule, REASONS[rule])
