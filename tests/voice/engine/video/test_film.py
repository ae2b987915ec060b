"""The film of a call: a file that plays anywhere, dark, with who speaks and what is said."""

import io
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mia.voice.engine.video import film
from mia.voice.engine.video.film import make_film
from mia.voice.engine.video.picture import Picture
from mia.voice.engine.video.script import Caption, Line, Script, captions_of
from tests.fakes.phones.recorded import recorded_sound

SCRIPT = Script("Ana Ruiz", "Mia", [Line("caller", "I want to book.", 0.2, 1.5)])
ASSISTANT, CALLER, CAPTION = (64, 92, 628, 512), (652, 92, 1216, 512), (64, 536, 1216, 700)

Pixels = NDArray[np.int16]


@pytest.fixture(scope="module")
def made() -> bytes:
    """A film of six seconds: the caller speaks, then the assistant."""
    return make_film(b"".join(recorded_sound(6)), SCRIPT)


def pixels(file: bytes) -> list[tuple[float, Pixels]]:
    """When each picture is shown, and its colors."""
    with av.open(io.BytesIO(file), "r") as opened:
        return [
            (float(frame.time or 0), frame.to_ndarray(format="rgb24").astype(np.int16))
            for frame in opened.decode(video=0)
        ]


def part(picture: Pixels, box: tuple[int, int, int, int]) -> Pixels:
    left, top, right, bottom = box
    return picture[top:bottom, left:right]


def differ(one: Pixels, other: Pixels) -> bool:
    """Whether they look different, beyond what compression does."""
    return bool((np.abs(one - other).max(axis=2) > 40).sum() > 100)


def test_it_is_a_film_of_1280_by_720_with_sound_that_plays_while_it_arrives(made: bytes) -> None:
    with av.open(io.BytesIO(made), "r") as opened:
        video, audio = opened.streams.video[0], opened.streams.audio[0]
        assert (video.width, video.height, video.codec_context.name) == (1280, 720, "h264")
        assert (audio.codec_context.name, audio.channels) == ("aac", 1)
        assert (opened.duration or 0) / av.time_base == pytest.approx(6, abs=0.5)
        heard: Any = np.concatenate([frame.to_ndarray().reshape(-1) for frame in opened.decode(audio=0)])
    assert np.abs(heard[: len(heard) // 4]).max() > 0.1 and np.abs(heard[-len(heard) // 4 :]).max() > 0.1
    assert 0 < made.index(b"moov") < made.index(b"mdat")


def test_it_is_dark_and_shows_who_speaks_and_what(made: bytes) -> None:
    shown = pixels(made)
    assert all(picture[:60, :60].max() < 40 and picture.mean() < 60 for _, picture in shown)
    (_, early), (_, late) = (next(each for each in shown if each[0] >= second) for second in (1.0, 4.5))
    assert differ(part(early, CALLER), part(late, CALLER))
    assert differ(part(early, ASSISTANT), part(late, ASSISTANT))
    assert part(early, CAPTION).max() > 180 > 60 > part(late, CAPTION).max()


def test_a_picture_that_does_not_change_is_kept_once_a_second() -> None:
    picture = Picture(SCRIPT)
    assert picture.show({"caller": 0, "assistant": 0}, None, 0)
    assert not picture.show({"caller": 0, "assistant": 0}, None, 0)
    assert picture.show({"caller": 0, "assistant": 0}, None, 1)


def test_a_film_ends_after_its_longest_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "LONGEST_SECONDS", 2)
    with av.open(io.BytesIO(make_film(b"".join(recorded_sound(6)), SCRIPT)), "r") as opened:
        assert (opened.duration or 0) / av.time_base == pytest.approx(2, abs=0.2)


def test_names_and_words_of_any_length_find_room() -> None:
    picture = Picture(Script("Maximiliane " * 20, "", []))
    levels: Any = {"caller": 8, "assistant": 3}
    (caption, *_) = captions_of([Line("assistant", "Donaudampfschifffahrt" * 40, 0, 5)])
    picture.show(levels, caption, 3_599)
    outside = np.asarray(picture.image)[:, :60]
    assert outside.max() < 40


def test_long_lines_are_read_in_parts_for_their_share_of_the_time() -> None:
    words = "A first visit takes longer, since the injector looks at your history and answers your questions. " * 3
    captions = captions_of([Line("assistant", words, 10, 12)])
    assert all(len(caption.rows) <= 2 for caption in captions)
    assert " ".join(row for caption in captions for row in caption.rows) == words.strip()
    assert captions[0].begins == 10 and captions[-1].ends == pytest.approx(23.5)
    assert [each.ends for each in captions[:-1]] == [each.begins for each in captions[1:]]


def test_an_interruption_takes_over_and_typed_words_are_shown_for_a_while() -> None:
    captions = captions_of([Line("assistant", "We have Tuesday", 1, 6), Line("caller", "Friday", 3, 0)])
    assert captions == [
        Caption("assistant", ("We have Tuesday",), 1, 3),
        Caption("caller", ("Friday",), 3, 8.5),
    ]


def test_a_call_without_words_has_no_captions() -> None:
    assert captions_of([]) == []


def test_two_rows_have_like_lengths() -> None:
    words = "Thank you. Hi, this is Mia at Downtown Medspa. How can I help you today?"
    (caption,) = captions_of([Line("assistant", words, 0, 5)])
    assert caption.rows == ("Thank you. Hi, this is Mia at Downtown", "Medspa. How can I help you today?")
