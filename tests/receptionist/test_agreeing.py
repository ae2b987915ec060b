"""What counts as a yes after a read-back."""

import pytest

from mia.platform.conversation.ports import Heard
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Expecting
from mia.receptionist.understanding.models.reading import read
from mia.receptionist.understanding.utterance import understand
from tests.receptionist.front_office import NOW, PRACTICE, ZONE


def _agrees(said: str) -> bool:
    expecting = Expecting(asked="confirm")
    now = NOW.astimezone(ZONE)
    return (
        Act.YES
        in understand(Heard(said, typed=True), read_practice(PRACTICE), now, expecting, read(said, "confirm")).acts
    )


@pytest.mark.parametrize("said", ["Thursday the 3rd, yes", "10 AM on Thursday. Yes please!", "that's me - yep"])
def test_a_yes_may_follow_what_was_read_back(said: str) -> None:
    assert _agrees(said)


@pytest.mark.parametrize(
    "said",
    [
        "not entirely correct",
        "only the date is correct",
        "so that's the 3rd, yes?",
        "did I say yes",
        "one moment before I say yes",
        "that's not quite correct",
    ],
)
def test_a_doubt_is_no_yes(said: str) -> None:
    assert not _agrees(said)
