"""Invented people stand in a kept conversation for those who held it, and the conversation keeps its sense."""

import pytest

from mia.clinic.teaching.stand_ins import Said, with_stand_ins


def talk(*lines: str) -> list[Said]:
    return [Said("assistant" if place % 2 == 0 else "user", text) for place, text in enumerate(lines)]


def texts(lines: list[Said]) -> list[str]:
    return [line.text for line in lines]


def test_one_person_has_the_same_stand_in_wherever_they_are_named() -> None:
    said = texts(
        with_stand_ins(
            talk(
                "Hi, I'm Mia. How can I help?",
                "this is Priya Raman, I'd like Botox",
                "Thanks, Priya. What number can we reach you on?",
                "(786) 555-0142",
                "I have 786, 555, 0142 for Priya Raman's visit. Is that right?",
                "yes, and my daughter Lily comes too",
            ),
            [],
        )
    )
    assert said == [
        "Hi, I'm Mia. How can I help?",
        "this is Maya Collins, I'd like Botox",
        "Thanks, Maya. What number can we reach you on?",
        "(305) 555-0111",
        "I have 305, 555, 0111 for Maya Collins's visit. Is that right?",
        "yes, and my daughter Owen comes too",
    ]


def test_the_bare_answer_to_a_question_for_a_name_is_one() -> None:
    asked = talk("May I have your first and last name?", "it's nguyen thi dao", "Thank you, Nguyen.", "yes please")
    said = texts(with_stand_ins(asked, []))
    assert "nguyen" not in " ".join(said).casefold() and "dao" not in " ".join(said)
    assert said[3] == "yes please"


@pytest.mark.parametrize(
    ("told", "gone"),
    [
        ("three oh five five five five oh one nine two", ["nine two", "three oh five"]),
        ("seven eight six, double five five, oh one four two", ["seven eight six"]),
        ("I was born on March 14th, 1984", ["14", "1984"]),
        ("03/14/1984", ["14", "84"]),
        ("march fourteenth nineteen eighty four", ["fourteenth", "eighty"]),
        ("write to p.raman@raman.example or priya at gmail dot com", ["raman", "gmail"]),
        ("I live at 1410 Euclid Avenue apt 9, Miami 33139", ["Euclid", "1410", "33139"]),
        ("my insurance id is W 4471 9023", ["4471", "9023"]),
        ("it's https://practice.example/visit/abc123 and @priya_r on there", ["abc123", "priya"]),
        ("R-A-M-A-N", ["R-A-M"]),
        ("R as in Robert, A as in apple", ["Robert"]),
    ],
)
def test_what_tells_who_someone_is_goes(told: str, gone: list[str]) -> None:
    (line,) = with_stand_ins([Said("user", told)], [])
    assert not [part for part in gone if part in line.text], line.text


@pytest.mark.parametrize(
    "kept",
    [
        "Botox on Tuesday at 10:30, is it $475?",
        "is Dr. Reyes in on December 3rd",
        "I had filler 2 weeks ago and it's a bit long on the way down",
        "Will the price stay?",
        "two of us, at nine or ten",
    ],
)
def test_what_it_is_about_stays(kept: str) -> None:
    assert texts(with_stand_ins([Said("user", kept)], ["Will Price"])) == [kept]


def test_names_that_are_known_go_from_the_team_s_words_too() -> None:
    lines = with_stand_ins([Said("user", "tuesday"), Said("note", "Priya asked for Tuesday")], ["priya raman"])
    assert lines[1].text == "Maya asked for Tuesday"
