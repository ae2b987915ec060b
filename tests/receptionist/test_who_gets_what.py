"""Several people in one message, each with a treatment or a day of their own."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def plan(kind: str, *said: str) -> list[tuple[str, str, str]]:
    """Who is to get what on which day, as it is arranged after the messages."""
    talk = Conversation(Office(practice=practice(kind), on_file=[], number=""), typed=True)
    for words in said:
        await talk.say(words)
    state = talk.state
    day = (state["when"].get("days") or [""])[0]
    rows = [(state["service_id"], state["for_whom"] or "self", day)]
    for one in state["planned"]:
        rows.append((one["service"] or rows[0][0], one["kin"], (one["when"].get("days") or [day])[0]))
    return rows


@pytest.mark.parametrize(
    ("kind", "said", "rows"),
    [
        (
            "medspa",
            "me + my bestie wanna come sat dec 5. botox for me, lips for her",
            [("svc_botox", "self", "2026-12-05"), ("svc_lip", "bestie", "2026-12-05")],
        ),
        (
            "medspa",
            "hubby wants botox and i want microneedling, dec 8",
            [("svc_botox", "hubby", "2026-12-08"), ("svc_micro", "self", "2026-12-08")],
        ),
        (
            "medspa",
            "Mon Dec 14 Ingrid Sand, Botox. Tues Dec 15 Pete Nash, consultation. Wed Dec 16 me, HydraFacial.",
            [
                ("svc_botox", "Ingrid Sand", "2026-12-14"),
                ("svc_consult", "Pete Nash", "2026-12-15"),
                ("svc_hydra", "self", "2026-12-16"),
            ],
        ),
        (
            "wellness",
            "A massage for me and my husband: I can do Friday December 4th, he can do Friday the 11th.",
            [("svc_massage", "self", "2026-12-04"), ("svc_massage", "husband", "2026-12-11")],
        ),
        (
            "wellness",
            "Bo Roe wants acupuncture, Al Roe wants a massage. Saturday December 5.",
            [("svc_acu", "Bo Roe", "2026-12-05"), ("svc_massage", "Al Roe", "2026-12-05")],
        ),
        (
            "dental",
            "on december 8 she needs a crown (my mom, Ann Keller) and I'd like whitening",
            [("svc_crown", "mom", "2026-12-08"), ("svc_white", "self", "2026-12-08")],
        ),
    ],
)
async def test_each_person_gets_their_own_treatment(kind: str, said: str, rows: list[tuple[str, str, str]]) -> None:
    assert await plan(kind, said) == rows


@pytest.mark.parametrize(
    ("more", "rows"),
    [
        ("No wait, she wants microneedling, not the peel.", [("svc_botox", "self"), ("svc_micro", "friend")]),
        ("Oh hang on, hers on Friday the 11th then.", [("svc_botox", "self"), ("svc_peel", "friend")]),
        ("Actually I'll skip mine, only hers please.", [("svc_peel", "friend")]),
    ],
)
async def test_what_is_told_again_of_one_of_them_is_put_right(more: str, rows: list[tuple[str, str]]) -> None:
    found = await plan("medspa", f"Botox for me and a peel for my friend Roz Hale on Thursday Dec 10. {more}")
    assert [(service, who) for service, who, _ in found] == rows
    assert found[-1][2] == ("2026-12-11" if "11th" in more else "2026-12-10")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("My daughter is 15 and wants lip filler, I want Botox. Tuesday December 8 for both.", "then only mine"),
        ("Lip filler for my 16 year old and Botox for me, Tuesday December 8", "ok just me then"),
    ],
)
async def test_ones_own_visit_is_arranged_where_a_childs_is_not(said: str, answer: str) -> None:
    assert await plan("medspa", said, answer) == [("svc_botox", "self", "2026-12-08")]


async def test_a_visit_that_stays_and_a_mothers_beside_it() -> None:
    said = (
        "I'm Celia Finn and I've got Botox with you on December 9th at 2, that stays. Can my mom Dora Finn have a"
    )
    assert await plan("medspa", f"{said} consultation that same day?") == [("svc_consult", "mom", "2026-12-09")]


async def test_names_that_tell_who_is_who_are_given_to_each() -> None:
    talk = Conversation(Office(practice=practice("medspa"), on_file=[], number=""), typed=True)
    said = ("hubby wants botox and i want a peel, dec 8 at 1", "Dana Ruiz, he's Ed Ruiz", "305 555 0188", "yes")
    for words in (*said, "the first one", "yes"):
        await talk.say(words)
    assert [(b["service_id"], b["name"]) for b in talk.office.booked] == [
        ("svc_botox", "Ed Ruiz"),
        ("svc_peel", "Dana Ruiz"),
    ]
