import pytest

from mia.voice.engine.speech.lexicon import Lexicon

LEXICON = Lexicon(
    ["HydraFacial", "Dr. Elena Alvarez", "Botox", "lip filler", "dermaplaning", "Microneedling", "Juvederm"]
)


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("I'd like a hydrofacial please.", "I'd like a HydraFacial please."),
        ("With doctor alvares?", "With doctor Alvarez?"),
        ("micro needling and derma planing", "Microneedling and dermaplaning"),
        ("juva derm", "Juvederm"),
        ("Is botox painful?", "Is Botox painful?"),
    ],
)
def test_near_misses_become_the_names_of_the_practice(heard: str, meant: str) -> None:
    assert LEXICON.correct(heard) == meant


@pytest.mark.parametrize(
    "heard", ["I need a cleaning.", "The facial was lovely.", "My box is full.", "Call me at 305 555 0142.", ""]
)
def test_ordinary_words_stay_as_they_are(heard: str) -> None:
    assert LEXICON.correct(heard) == heard


def test_without_vocabulary_nothing_is_corrected() -> None:
    assert Lexicon([]).correct("a hydrofacial") == "a hydrofacial"


def test_what_is_no_word_is_the_name_it_sounds_like() -> None:
    names = Lexicon(["Botox", "Microneedling"])
    assert names.correct("get in for Bottock next week") == "get in for Botox next week"
    assert names.correct("Micronid link please") == "Microneedling please"


def test_a_word_of_its_own_is_no_name_by_its_sound() -> None:
    assert Lexicon(["Botox"]).correct("my bottom hurts") == "my bottom hurts"
