"""May Mia contact this person now? The pure decision, by properties and by the cases the law is about."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mia.clinic.consent.service import (
    RULES,
    Basis,
    Channel,
    Consent,
    Contact,
    Decision,
    MessageClass,
    Outcome,
    Policy,
    Purpose,
    Recipient,
    Refusal,
    Suppression,
    Touch,
    decide,
    states_of_number,
)

NEW_YORK, PHOENIX, HONOLULU = map(ZoneInfo, ("America/New_York", "America/Phoenix", "Pacific/Honolulu"))
DENVER = ZoneInfo("America/Denver")
NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
SOMEBODY = Recipient(has_address=True, zones=(NEW_YORK,))
RECALL_BY_TEXT = Contact(MessageClass.RECALL, Channel.SMS)
RECALL_BY_CALL = Contact(MessageClass.RECALL, Channel.CALL)
ADVERTISING = (MessageClass.RECALL, MessageClass.PROMO)
PERMITTED = (Outcome.ALLOW, Outcome.DEFER)


def grant(channel: Channel, purpose: Purpose = Purpose.RECALL, basis: Basis = Basis.WRITTEN) -> Consent:
    return Consent(channel, purpose, basis, "form", NOON - timedelta(days=300))


EVERYTHING = tuple(grant(channel, purpose) for channel in Channel for purpose in Purpose)


def decided(
    contact: Contact = RECALL_BY_TEXT,
    recipient: Recipient = SOMEBODY,
    *,
    consents: tuple[Consent, ...] = EVERYTHING,
    suppressions: tuple[Suppression, ...] = (),
    refusals: tuple[Refusal, ...] = (),
    history: tuple[Touch, ...] = (),
    policy: Policy | None = None,
    now: datetime = NOON,
) -> Decision:
    return decide(
        contact,
        recipient,
        consents=consents,
        suppressions=suppressions,
        refusals=refusals,
        history=history,
        policy=policy or Policy(),
        now=now,
    )


instants = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minute: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
)
zones = st.lists(
    st.sampled_from([NEW_YORK, PHOENIX, DENVER, HONOLULU, ZoneInfo("America/Chicago"), ZoneInfo("Europe/London")]),
    min_size=1, max_size=4, unique=True,
).map(tuple)  # fmt: skip
CHANNELS = (Channel.SMS, Channel.CALL, Channel.EMAIL)


def contacts_of(*classes: MessageClass, by: Sequence[Channel] = CHANNELS) -> st.SearchStrategy[Contact]:
    return st.builds(Contact, st.sampled_from(classes), st.sampled_from(by))


contacts = contacts_of(*MessageClass)
STOPPED = [one for one in MessageClass if one is not MessageClass.OPT_OUT_CONFIRMATION]
"""What a STOP holds for."""
recipients = st.builds(
    Recipient,
    has_address=st.booleans(),
    zones=zones,
    states=st.sets(st.sampled_from(["FL", "TX"])).map(frozenset),
    holds=st.sets(st.sampled_from(["minor", "deceased", "do_not_contact", "archived"]), max_size=1).map(frozenset),
    booked=st.booleans(),
    last_wrote_at=st.none() | instants,
)
consents = st.lists(
    st.builds(
        Consent,
        st.sampled_from(Channel),
        st.sampled_from(Purpose),
        st.sampled_from(Basis),
        st.just("form"),
        st.just(NOON),
    ),
    max_size=6,
).map(tuple)
reachable = st.builds(Recipient, has_address=st.just(True), zones=zones, states=st.just(frozenset({"FL"})))


@st.composite
def histories(draw: st.DrawFn) -> tuple[datetime, tuple[Touch, ...]]:
    now = draw(instants)
    ages = draw(st.lists(st.integers(0, 12 * 24 * 60), max_size=6))
    return now, tuple(Touch(now - timedelta(minutes=age), "recall") for age in ages)


@given(contacts, recipients, consents, instants, st.booleans())
def test_every_decision_names_a_rule_that_cites_its_source(
    contact: Contact, recipient: Recipient, given: tuple[Consent, ...], now: datetime, stopped: bool
) -> None:
    suppressions = (Suppression("stop"),) if stopped else ()
    decision = decided(contact, recipient, consents=given, suppressions=suppressions, now=now)
    assert decision.rule in RULES
    assert decision.reason
    assert (decision.until is not None) == (decision.outcome is Outcome.DEFER)


@given(contacts_of(*STOPPED), recipients, consents, instants)
def test_who_said_stop_is_never_contacted_but_for_the_confirmation(
    contact: Contact, recipient: Recipient, given: tuple[Consent, ...], now: datetime
) -> None:
    decision = decided(contact, recipient, consents=given, suppressions=(Suppression("stop"),), now=now)
    assert decision.outcome is Outcome.BLOCK


@given(contacts_of(MessageClass.REMINDER, *ADVERTISING), recipients, consents, instants)
def test_what_somebody_refused_never_goes_out_that_way_whatever_they_agreed_to(
    contact: Contact, recipient: Recipient, given: list[Consent], now: datetime
) -> None:
    refusals = (Refusal(contact.channel, contact.message_class),)
    decision = decided(contact, recipient, consents=(*given, *EVERYTHING), refusals=refusals, now=now)
    assert decision.outcome is Outcome.BLOCK


def test_a_refusal_of_one_kind_or_channel_leaves_the_others() -> None:
    refusals = (Refusal(Channel.SMS, MessageClass.PROMO), Refusal(Channel.EMAIL, MessageClass.RECALL))
    assert decided(refusals=refusals).allowed
    assert decided(RECALL_BY_CALL, refusals=(Refusal(Channel.AI_VOICE, MessageClass.RECALL),)).rule == "declined"


@given(contacts_of(*ADVERTISING, by=(Channel.SMS, Channel.CALL)), recipients, consents, instants)
def test_advertising_needs_written_consent_and_an_ai_voice_consent_to_that(
    contact: Contact, recipient: Recipient, given: tuple[Consent, ...], now: datetime
) -> None:
    if decided(contact, recipient, consents=given, now=now).outcome in PERMITTED:
        assert any(one.channel is contact.channel and one.basis is Basis.WRITTEN for one in given)
        assert contact.channel is not Channel.CALL or any(one.channel is Channel.AI_VOICE for one in given)


@given(reachable, histories(), st.sampled_from([RECALL_BY_TEXT, RECALL_BY_CALL]))
def test_what_is_allowed_is_allowed_at_every_place_the_person_may_be(
    recipient: Recipient, when: tuple[datetime, tuple[Touch, ...]], contact: Contact
) -> None:
    now, history = when
    decision = decided(contact, recipient, history=history, now=now)
    moment = decision.until if decision.outcome is Outcome.DEFER else now
    if decision.outcome in PERMITTED:
        assert moment is not None
        assert all(time(9) <= moment.astimezone(zone).time() < time(19) for zone in recipient.zones)
        assert sum(moment - touch.at < timedelta(days=1) for touch in history) < 1
        assert sum(moment - touch.at < timedelta(days=7) for touch in history) < 3


@given(reachable, histories())
def test_a_deferred_contact_is_allowed_when_its_time_comes_and_not_a_minute_earlier(
    recipient: Recipient, when: tuple[datetime, tuple[Touch, ...]]
) -> None:
    now, history = when
    decision = decided(recipient=recipient, history=history, now=now)
    assume(decision.until is not None)
    assert decision.until is not None and decision.until > now
    assert decided(recipient=recipient, history=history, now=decision.until).allowed
    earlier = max(now, decision.until - timedelta(minutes=1))
    assert not decided(recipient=recipient, history=history, now=earlier).allowed


@given(reachable, histories())
def test_deciding_later_never_brings_a_contact_forward(
    recipient: Recipient, when: tuple[datetime, tuple[Touch, ...]]
) -> None:
    now, history = when
    earliest = [
        decided(recipient=recipient, history=history, now=moment).until or moment
        for moment in (now + timedelta(hours=step) for step in range(0, 72, 5))
    ]
    assert all(one <= other for one, other in pairwise(earliest))


@pytest.mark.parametrize(
    ("local", "outcome"),
    [("08:59", Outcome.DEFER), ("09:00", Outcome.ALLOW), ("18:59", Outcome.ALLOW), ("19:00", Outcome.DEFER)],
)
def test_the_house_contacts_from_nine_to_seven(local: str, outcome: Outcome) -> None:
    now = datetime.fromisoformat(f"2026-03-24T{local}").replace(tzinfo=NEW_YORK).astimezone(UTC)
    assert decided(now=now).outcome is outcome


def test_the_night_of_a_clock_change_ends_at_nine_by_the_new_clock() -> None:
    saturday_night = datetime(2026, 3, 7, 22, tzinfo=NEW_YORK).astimezone(UTC)
    decision = decided(now=saturday_night)
    assert decision.until == datetime(2026, 3, 8, 13, tzinfo=UTC)  # 9:00 EDT; a day earlier it was 14:00 UTC
    in_autumn = decided(now=datetime(2026, 10, 31, 23, tzinfo=UTC))
    assert in_autumn.until == datetime(2026, 11, 1, 14, tzinfo=UTC)


def test_one_contact_a_day_and_three_a_week() -> None:
    yesterday = Touch(NOON - timedelta(hours=20), "recall")
    assert decided(history=(yesterday,)).until == NOON + timedelta(hours=4)
    week = tuple(Touch(NOON - timedelta(days=days), "recall") for days in (2, 4, 6))
    decision = decided(history=week)
    assert (decision.rule, decision.until) == ("weekly_cap", NOON + timedelta(days=1))


def test_florida_counts_three_on_a_subject_even_where_a_clinic_allows_more_a_day() -> None:
    eager = Policy(per_day=9, per_week=30)
    day = tuple(Touch(NOON - timedelta(hours=hours), "recall") for hours in (1, 2, 3))
    floridian = replace(SOMEBODY, states=states_of_number("+13055550142"))
    assert decided(history=day, policy=eager).allowed
    assert decided(recipient=floridian, history=day, policy=eager).rule == "subject_cap"


def test_a_number_given_is_consent_to_reminders_and_not_to_recalls() -> None:
    given = (grant(Channel.SMS, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN),)
    assert decided(Contact(MessageClass.REMINDER, Channel.SMS), consents=given).allowed
    assert decided(consents=given).rule == "no_written_consent"


def test_a_dental_practice_may_read_a_recall_as_information() -> None:
    given = (grant(Channel.SMS, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN),)
    assert decided(consents=given, policy=Policy(recall_basis=Basis.NUMBER_GIVEN)).allowed


def test_a_call_by_an_ai_voice_needs_consent_to_that() -> None:
    written = (grant(Channel.CALL),)
    assert decided(RECALL_BY_CALL, consents=written).rule == "no_ai_voice_consent"
    assert decided(RECALL_BY_CALL, consents=(*written, grant(Channel.AI_VOICE))).allowed


@given(contacts, recipients, consents, instants)
def test_without_a_number_to_leave_from_or_an_address_to_reach_nothing_goes_out(
    contact: Contact, recipient: Recipient, given: tuple[Consent, ...], now: datetime
) -> None:
    unreached = {"no_address": replace(recipient, has_address=False)}
    unreached["no_number"] = replace(recipient, has_address=True, has_sender=False)
    for rule, somebody in unreached.items():
        decision = decided(contact, somebody, consents=given, now=now)
        assert (decision.outcome, decision.rule) == (Outcome.BLOCK, rule)


@pytest.mark.parametrize("purpose", Purpose)
def test_who_asked_is_answered_unless_the_number_was_given_for_recalls_alone(purpose: Purpose) -> None:
    asked = (grant(Channel.SMS, purpose, Basis.EXPRESS),)
    rule = decided(Contact(MessageClass.INQUIRY, Channel.SMS), consents=asked).rule
    assert rule == ("no_consent" if purpose is Purpose.RECALL else "allowed")


def test_who_has_a_visit_to_come_is_not_told_that_one_is_due() -> None:
    assert decided(recipient=replace(SOMEBODY, booked=True)).rule == "booked_already"


def test_an_answer_goes_out_at_night_and_a_day_later_no_more() -> None:
    night = datetime(2026, 3, 25, 3, tzinfo=UTC)
    reply = Contact(MessageClass.REPLY, Channel.SMS)
    asked = replace(SOMEBODY, last_wrote_at=night - timedelta(minutes=1))
    assert decided(reply, asked, consents=(), now=night).allowed
    late = replace(SOMEBODY, last_wrote_at=night - timedelta(days=2))
    assert decided(reply, late, now=night).rule == "reply_too_late"


def test_the_confirmation_of_a_stop_is_the_one_message_that_follows_it() -> None:
    confirmation = Contact(MessageClass.OPT_OUT_CONFIRMATION, Channel.SMS)
    assert decided(confirmation, suppressions=(Suppression("stop"),), consents=()).allowed


def test_hours_wider_than_the_law_cannot_be_set() -> None:
    with pytest.raises(ValueError, match="between 8 and 20"):
        Policy(opens=time(7))
