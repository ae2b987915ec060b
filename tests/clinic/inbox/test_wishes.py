"""STOP in any words: what counts as a revocation, and what only sounds like one."""

import pytest

from mia.clinic.inbox.threads.wishes import Wish, read_wish

STOPS = [
    "STOP", "stop.", "Stop!!!", " S T O P ", "s.t.o.p", "stopall", "STOP ALL", "quit", "END", "Revoke", "opt out",
    "Opt-out", "cancel", "UNSUBSCRIBE", "unsubscribe me please", "please stop", "Stop texting me",
    "stop messaging me please", "Please stop sending me these messages", "don't text me",
    "Don\u2019t text me again",
    "do not contact me anymore", "I don't want to get your texts", "please do not call me", "never text me again",
    "no more texts", "Remove me from your list", "take me off your list", "take me off", "delete my number",
    "remove my number from your system", "leave me alone", "lose my number", "I'd like to opt out of this",
    "stop calling!", "quit texting me", "no me escriban más", "ok stop", "enough messages",
]  # fmt: skip
NOT_STOPS = [
    "Can I stop by on Tuesday?", "I need to cancel my appointment", "please cancel my visit on Friday",
    "don't stop, I love these!", "When does the sale end?", "Yes please", "Tuesday at 2 works",
    "What does botox cost?",
    "Is there a bus stop nearby?", "How do I stop the bruising?", "Can you call me?", "Text me the address please",
    "I want to end my membership next month",
]  # fmt: skip


@pytest.mark.parametrize("text", STOPS)
def test_a_revocation_is_heard_in_any_words(text: str) -> None:
    assert read_wish(text) is Wish.STOP


@pytest.mark.parametrize("text", NOT_STOPS)
def test_a_question_is_not_taken_for_a_revocation(text: str) -> None:
    assert read_wish(text) is Wish.OTHER


@pytest.mark.parametrize(
    "text",
    ["wrong number", "You have the wrong number", "Sorry, wrong person", "Nobody here by that name",
     "I don't know who you are looking for, wrong number", "número equivocado", "This is no longer her number"],
)  # fmt: skip
def test_a_wrong_number_is_recognised(text: str) -> None:
    assert read_wish(text) is Wish.WRONG_NUMBER


@pytest.mark.parametrize(("text", "wish"), [("START", Wish.START), ("unstop", Wish.START), ("HELP", Wish.HELP)])
def test_the_carriers_other_words_are_known(text: str, wish: Wish) -> None:
    assert read_wish(text) is wish
