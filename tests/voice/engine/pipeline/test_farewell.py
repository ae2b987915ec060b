"""Words that end a call."""

from mia.voice.engine.pipeline.turns.farewell import Farewell


def test_a_phrase_is_heard_whatever_its_case_and_punctuation() -> None:
    assert Farewell(["have a great day"]).said("Thank you, HAVE a great day!")
    assert not Farewell(["have a great day"]).said("Have a great days' rest.")


def test_a_phrase_may_reach_over_two_sentences_but_not_over_a_turn() -> None:
    farewell = Farewell(["goodbye see you soon"])
    assert not farewell.said("Goodbye.")
    assert farewell.said("See you soon.")
    farewell.new_turn()
    assert not farewell.said("See you soon.")


def test_without_phrases_nothing_ends() -> None:
    assert not Farewell([]).said("Goodbye.")
