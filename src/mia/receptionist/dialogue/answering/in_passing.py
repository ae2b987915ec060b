"""What a message asks in passing and the practice has answered itself, wherever it stands in the message."""

import re
from collections.abc import Iterator

from mia.platform.conversation.ports import Say
from mia.platform.words.plain import plain
from mia.receptionist.dates.holidays import NAMES
from mia.receptionist.dates.reckoning import WEEKDAYS
from mia.receptionist.dialogue.answering.aspects import lacks
from mia.receptionist.dialogue.answering.own_answers import (
    SAME,
    asks_in,
    is_deal_on_several,
    kind_of,
    of_kinds,
)
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.practice import Faq
from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.models.vectors import question_vectors, sentence_vector
from mia.receptionist.understanding.records import records_come, records_leave

_ALIKE = 0.58
"""Cosine from which a sentence, alone or with the one before it, asks what the practice answered."""
_ASKS = 0.6
"""The probability from which a message asks something at all."""
_HOLIDAY = re.compile(rf"\b(?:{NAMES}|holidays?)\b")
_PLAIN_DAY = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}|openings?|slots?|spots?|free|available|availability|space|times?)\b"
)
"""What is asked about a day like any other, or for a free time."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=\S)")
_MOST_SENTENCES = 8


def answer_in_passing(scene: Scene, meaning: Meaning) -> None:
    """Say first what the practice answered itself, where nothing that is said this turn tells it."""
    state = scene.state
    if meaning.alarm or scene.ended or state.step in (Step.EMERGENCY, Step.EMERGENCY_CHECK):
        return
    least = _ALIKE if meaning.wants(Purpose.ASK, least=_ASKS) else SAME
    found = _of_records(scene) or _asked(scene.practice.faq, scene.message, least)
    if found is None or (state.hours_told_at == state.turns and kind_of(found) is Topic.HOURS):
        return
    said = " ".join(output.text for output in scene.outputs if isinstance(output, Say))
    if not any(answer and answer in said for answer in (found.answer, found.answer_es)):
        rest, scene.outputs = scene.outputs, []
        scene.quote(found.answer, found.answer_es)
        scene.outputs += rest


def _of_records(scene: Scene) -> Faq | None:
    """How records come to us from another office, where that is asked in whichever words."""
    if not records_come(plain(scene.message)):
        return None
    asked = any("?" in piece or asks_in(plain(piece)) for piece in clauses(scene.message))
    return next(iter(of_kinds(scene, {Topic.RECORDS})), None) if asked else None


def _asked(entries: tuple[Faq, ...], message: str, least: float) -> Faq | None:
    """The practice's answer to what a part of the message asks."""
    pairs = [(question, entry) for entry in entries for question in entry.questions if question]
    likest, best = least, None
    for part in _questions(message) if pairs else ():
        vector = sentence_vector(part)
        if vector is None:
            continue
        likeness = question_vectors(tuple(question for question, _ in pairs)) @ vector
        place = int(likeness.argmax())
        entry = pairs[place][1]
        if likeness[place] >= likest and not _is_other(entry, part):
            likest, best = float(likeness[place]), entry
    return best


def _is_other(entry: Faq, part: str) -> bool:
    """Whether an answer sounds like what is asked and is about something else."""
    kind, line = kind_of(entry), plain(part)
    if lacks(kind, line, entry.answer):
        return True
    if _HOLIDAY.search(plain(" ".join((entry.topic, *entry.questions)))) and not _HOLIDAY.search(line):
        return bool(_PLAIN_DAY.search(line))
    return (kind is Topic.RECORDS and records_leave(line)) or (
        kind is Topic.MEMBERSHIPS and is_deal_on_several(line)
    )


def _questions(message: str) -> Iterator[str]:
    """Each question of a message, alone and after the sentence before it."""
    before = ""
    for sentence in _SENTENCE.split(message.strip())[:_MOST_SENTENCES]:
        if "?" in sentence or asks_in(plain(sentence)):
            yield sentence
            if before:
                yield f"{before} {sentence}"
        before = sentence
