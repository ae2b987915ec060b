"""Where things lead to: rules of the pipeline, for every order in which things may happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.leads.service import Happening, LeadStage, is_open, may_move, stage_after

HAPPENINGS = st.lists(st.sampled_from(list(Happening)), max_size=12)
STAGES = st.sampled_from(list(LeadStage))


def follow(stage: LeadStage, happenings: list[Happening]) -> LeadStage:
    answered = False
    for happening in happenings:
        answered = answered or happening is not Happening.VISIT_LOST
        stage = stage_after(stage, happening, answered=answered)
    return stage


@given(STAGES, HAPPENINGS)
def test_who_was_won_stays_so_whatever_happens(stage: LeadStage, happenings: list[Happening]) -> None:
    assert follow(LeadStage.WON, happenings) is LeadStage.WON
    assert follow(stage, [*happenings, Happening.COMPLETED]) is LeadStage.WON


@given(STAGES, st.sampled_from(list(Happening)), st.booleans())
def test_what_happens_twice_leads_where_it_led_once(stage: LeadStage, what: Happening, answered: bool) -> None:
    once = stage_after(stage, what, answered=answered)
    assert stage_after(once, what, answered=answered) is once


@given(HAPPENINGS)
def test_nothing_loses_a_lead_but_a_person(happenings: list[Happening]) -> None:
    assert follow(LeadStage.NEW, happenings) is not LeadStage.LOST


@given(HAPPENINGS)
def test_a_booked_consult_is_the_last_visit_that_stands(happenings: list[Happening]) -> None:
    """Consult booked exactly when the last word about visits was a booking."""
    about_visits = [one for one in happenings if one is not Happening.CONTACTED]
    booked = bool(about_visits) and about_visits[-1] is Happening.BOOKED
    won = Happening.COMPLETED in happenings
    assert (follow(LeadStage.NEW, happenings) is LeadStage.CONSULT_BOOKED) == (booked and not won)


@given(HAPPENINGS)
def test_nobody_who_was_contacted_is_new_again(happenings: list[Happening]) -> None:
    assert follow(LeadStage.NEW, [Happening.CONTACTED, *happenings]) is not LeadStage.NEW


def test_a_lead_that_staff_lost_opens_only_by_a_visit() -> None:
    lost = LeadStage.LOST
    assert stage_after(lost, Happening.CONTACTED, answered=True) is lost
    assert stage_after(lost, Happening.VISIT_LOST, answered=True) is lost
    assert stage_after(lost, Happening.BOOKED, answered=True) is LeadStage.CONSULT_BOOKED


@pytest.mark.parametrize("stage", list(LeadStage))
def test_staff_may_move_anywhere_but_to_a_consult_that_is_not_booked(stage: LeadStage) -> None:
    assert may_move(stage, has_visit=True)
    assert may_move(stage, has_visit=False) == (stage is not LeadStage.CONSULT_BOOKED)


def test_what_is_won_or_lost_is_over() -> None:
    assert [stage for stage in LeadStage if not is_open(stage)] == [LeadStage.WON, LeadStage.LOST]
