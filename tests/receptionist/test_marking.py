"""The parts of a message are marked, and its wishes settled kind by kind."""

import pytest

from mia.receptionist.understanding.models.marking import Kind, marker, marks
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.wants import wants
from tests.receptionist.patients.office import CODE
from tests.receptionist.test_each_visit import patient, settle, visits
from tests.receptionist.test_visits_on_file import BOTOX, FACIAL, caller
from training.marker.messages import digest, read_marks, read_messages


def test_the_marker_has_learned_from_the_messages_and_knows_all_kinds() -> None:
    learned = marker().learned
    assert learned["messages"] == digest(), "train it again: training/marker/README.md"
    assert learned["kinds"].split() == list(Kind)


def test_the_marker_finds_the_parts_that_it_learned() -> None:
    some = list(read_messages())[::60]
    told = [(one, kind, start, end) for one in some for kind, start, end in one.parts]
    found = [
        any(mark.kind is kind and mark.start < end and start < mark.end for mark in marks(one.text))
        for one, kind, start, end in told
    ]
    assert sum(found) >= 0.85 * len(found)


@pytest.mark.parametrize("line", ["{book a peel", "a peel}", "{wish a peel}"])
def test_a_mark_that_is_not_closed_or_of_no_kind_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        read_marks(line)


def test_nothing_is_marked_in_nothing() -> None:
    assert marks("  ") == ()


def test_what_the_team_has_to_know_comes_first_and_a_new_visit_after_a_change() -> None:
    said = (
        "Hi, please cancel my facial on the 9th, I also want to book a massage for Friday the 11th, "
        "and I left my umbrella in your waiting room, can someone call me about it?"
    )
    assert [one.purpose for one in wants(marks(said))] == [Purpose.TASK, Purpose.CANCEL, Purpose.BOOK]


async def test_two_people_get_each_their_treatment_on_the_day_told_at_the_end() -> None:
    talk = patient("wellness")
    said = "I'd like a massage for me and acupuncture for my husband, we can both come Friday December 11"
    await settle(
        talk, said, "the first one", "Ada Lind", "503 555 0188", "yes", "the first one", "Sven Lind", "yes"
    )
    assert visits(talk) == [("svc_massage", "12-11", "Ada Lind"), ("svc_acu", "12-11", "Sven Lind")]


async def test_a_visit_that_stays_is_not_moved_with_the_other() -> None:
    talk, office = caller(BOTOX, FACIAL)
    said = "Leave my Botox where it is. The HydraFacial on the 9th please shift to Thursday December 17"
    await talk.say(said, "Ana Ruiz, 305 555 0142", CODE, "the first one", "yes")
    assert [(v["service_id"], f"{v['start']:%m-%d}") for v in office.booked] == [("svc_hydra", "12-17")]


async def test_who_leaves_early_leaves_what_was_not_settled_to_the_team() -> None:
    talk, _ = caller(FACIAL)
    said = "Please cancel my HydraFacial on the 9th. And I want to book a chemical peel for Friday December 11"
    await talk.say(said)
    assert "not settled" in (await talk.conclude()).summary


def test_what_is_excluded_after_the_new_time_belongs_to_it() -> None:
    found = wants(marks("can you move my massage on fri dec 4 to tues or weds, just not before 3"))
    assert [one.purpose for one in found] == [Purpose.MOVE]
    assert "not before 3" in found[0].each[0].to
