"""Concepts, rules, spelling and guards: what makes a wording that nobody wrote down be heard."""

import pytest

from mia.platform.safety.danger import hear_danger
from mia.platform.safety.lexicon import Lexicon, Span
from mia.platform.safety.rules import read_rules
from mia.platform.safety.spelling import Speller
from mia.platform.words.plain import plain


def is_urgent(line: str) -> bool:
    alarm = hear_danger(plain(line))
    return alarm is not None and alarm.is_urgent


def test_a_concept_is_found_by_ending_alternative_gap_and_number() -> None:
    lexicon = Lexicon("[swelling]\nswell* | blow/blew up\n[wrong]\nsomething _ wrong\n[hot]\n102..104")
    words = ["it", "swelled", "and", "blew", "up", "so", "something", "is", "very", "wrong", "at", "103"]
    assert lexicon.find(words) == {
        "swelling": [Span(1, 2), Span(3, 5)],
        "wrong": [Span(6, 10)],
        "hot": [Span(11, 12)],
    }


@pytest.mark.parametrize(("text", "holds"), [("a b", True), ("b a", False), ("a x x b", False), ("a", False)])
def test_an_ordered_rule_holds_within_its_words(text: str, holds: bool) -> None:
    (rule,) = read_rules("[now]\nfirst > second < 3")["now"]
    assert rule.holds(Lexicon("[first]\na\n[second]\nb").find(text.split())) is holds


def test_one_word_is_not_two_parts_of_a_rule() -> None:
    (rule,) = read_rules("[now]\nbody + change")["now"]
    lexicon = Lexicon("[body]\ntight\n[change]\ntight")
    assert not rule.holds(lexicon.find(["tight"]))
    assert rule.holds(lexicon.find(["tight", "tight"]))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("siezure", "seizure"),
        ("seizuree", "seizure"),
        ("seizzzure", "seizure"),
        ("azure", "azure"),
        ("sure", "sure"),
    ],
)
def test_a_slip_of_the_keys_is_mended(word: str, meant: str) -> None:
    assert Speller({"seizure"}, is_known=lambda known: known == "azure", shortest=5).mend(word) == meant


@pytest.mark.parametrize(
    "line",
    [
        "my throaat is closing",
        "I'm haveing a siezure",
        "I can't breth",
        "I cant breeze",
        "my chess hurts really bad",
        "my tounge is swellling",
        "mi mama se desmallo",
        "mi hijo esta conbulsionando",
        "tengo una hemorajia",
        "me estoy aogando",
    ],
)
def test_danger_is_heard_misspelled_and_misheard(line: str) -> None:
    assert is_urgent(line)


@pytest.mark.parametrize("part", ["lip", "nose", "cheek", "chin", "forehead"])
@pytest.mark.parametrize("change", ["is turning grey", "went white", "looks purple and lacy", "is ice cold"])
def test_any_part_may_lose_its_blood(part: str, change: str) -> None:
    assert is_urgent(f"since the filler my {part} {change}")


@pytest.mark.parametrize(
    ("now", "guarded"),
    [
        ("my dad is having a stroke", "my dad had a stroke ten years ago"),
        ("I'm having an allergic reaction", "what happens if I have an allergic reaction"),
        ("my lip is swollen shut", "my lip is a little swollen"),
        ("there is bleeding", "there is no bleeding"),
        ("my face is so swollen, I have to cancel", "I have a fever, I have to cancel"),
        ("my lips are turning pale", "my lips are always pale, what do you recommend"),
        ("he is killing me", "your prices are killing me"),
        ("my vision is gone", "my vision was blurry but it's fine now"),
        ("my husband collapsed", "my husband nearly collapsed when he saw the bill"),
        ("le dio un infarto", "hace cinco años le dio un infarto"),
        ("tengo la cara hinchada", "¿cuánto tiempo se hincha la cara?"),
    ],
)
def test_what_is_past_supposed_minor_or_a_figure_is_no_danger(now: str, guarded: str) -> None:
    assert is_urgent(now)
    assert not is_urgent(guarded)


@pytest.mark.parametrize(
    "line",
    [
        "I had a stroke ten years ago and now my face is drooping again",
        "I have no fever but my lip is turning white",
        "what if I'm having a stroke right now",
        "is it normal that I can't breathe",
        "I need to cancel, my throat is closing",
        "it's not bleeding but I can't see",
        "your prices are killing me, anyway my chest hurts",
    ],
)
def test_a_guard_does_not_reach_the_danger_beside_it(line: str) -> None:
    assert is_urgent(line)


@pytest.mark.parametrize(
    "around",
    [
        "I'd like to book Botox for Tuesday, but {}",
        "hi, this is Ana, I had filler last month and {}",
        "can you help me, {}",
        "no worries about yesterday, {}",
        "{}, is that normal?",
        "{}, what should I do?",
        "{}, do I need to come in?",
    ],
)
def test_danger_is_heard_in_the_middle_of_other_talk(around: str) -> None:
    dangers = [
        "my throat feels swollen shut",
        "my cheek is cold and has this lacy purple pattern",
        "there's blood everywhere",
    ]
    assert [danger for danger in dangers if not is_urgent(around.format(danger))] == []
