"""Whether an utterance speaks of danger, by rules and by likeness, before anyone answers it."""

import re

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Alarm, Danger, denies_danger, hear_danger, names_a_body
from mia.platform.words.plain import plain
from mia.receptionist.understanding.lexicon import mend_names
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading, read
from mia.receptionist.understanding.models.topics import Topic

_SURE, _SURELY_CLINICAL = 0.95, 0.95
"""Probabilities of danger, or of an ailment beside likely danger, from which the emergency script is played."""
_LIKELY, _MAYBE = 0.55, 0.2
"""Probabilities of danger: beside a sure ailment, and from which the caller is asked whether there is any."""
_CLINICAL = 0.7  # probability from which a clinician is needed
_FEWEST_WORDS = 7  # shorter ones resemble anything, and have rules of their own: "he's a knockout"
_ALONE, _HALF_CLINICAL, _HALF_DANGER = 0.9, 0.65, 0.3
"""Probabilities of danger and of an ailment from which one sentence of several plays the script, and those that the
message as a whole has to have for it."""
_MORE_THAN_A_NAME = 3  # words: "Derick Black" is not about a color of the skin
_SHORT_DANGER = 0.955  # probability from which they are asked about: "the baby is limp"

_ENOUGH_WORDS, _CERTAIN, _NO_DANGER, _NOTHING_CLINICAL = 12, 0.75, 0.01, 0.03
"""From how many words, and by which probabilities, words of danger are taken for something else."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_HARMLESS = (
    Purpose.BOOK,
    Purpose.ANSWER,
    Purpose.OWN,
    Purpose.ASK,
    Purpose.MOVE,
    Purpose.CANCEL,
    Purpose.TASK,
)


def hear_alarm(heard: Heard, reading: Reading | None) -> Alarm | None:
    """The danger in what was said; ``reading`` is what the models see of it, ``None`` leaves it to the rules.

    The words count as they were recognized and as they were corrected: "lip infection" is one of the two
    things that "lip injection" may have been.
    """
    line = plain(heard.text)
    corrected = mend_names(line, by_ear=not heard.typed)
    alarm = hear_danger(plain(heard.raw) if heard.raw else line, line, corrected)
    if alarm is not None and not alarm.is_urgent:
        # What one sentence asks about in general, the next may tell of: "Do you treat burns? I have one".
        alarm = hear_danger(line, *map(plain, _SENTENCE.split(heard.text)))
    if reading is None:
        return alarm
    if alarm is not None:
        return None if alarm.danger is not Danger.CRISIS and _is_harmless(reading, line) else alarm
    return None if denies_danger(line) else _told_beside(reading, heard.text) or _likely(reading, line)


def _is_harmless(reading: Reading, line: str) -> bool:
    """Whether words of danger are certainly about something else: "I get set on fire for a living, and I need an
    exam". Of 1,031 dangers that rules hear (``evals/safety``, simulated emergencies) this silences none."""
    wanted = max(reading.purposes.get(purpose, 0.0) for purpose in _HARMLESS)
    return (
        len(line.split()) >= _ENOUGH_WORDS
        and wanted >= _CERTAIN
        and reading.odds(Topic.EMERGENCY) < _NO_DANGER
        and reading.purposes.get(Purpose.CLINICAL, 0.0) < _NOTHING_CLINICAL
        and not names_a_body(line)
    )


def _told_beside(reading: Reading, text: str) -> Alarm | None:
    """Danger that one sentence of several tells of, where the message as a whole may be about it.

    Beside a wish for a visit the model is less sure: of 200 dangers it saw 150 alone, one beside a wish. A fourth
    of them it sees so by their sentence, and of 3,171 harmless messages it takes one for danger, as it did before.
    """
    sentences, clinical = _SENTENCE.split(text), reading.purposes.get(Purpose.CLINICAL, 0.0)
    if len(sentences) < 2 or clinical < _HALF_CLINICAL or reading.odds(Topic.EMERGENCY) < _HALF_DANGER:
        return None
    told = (read(each) for each in sentences if len(plain(each).split()) >= _FEWEST_WORDS)
    return Alarm(Danger.NOW) if any(each is not None and _is_sure(each) for each in told) else None


def _is_sure(reading: Reading) -> bool:
    return min(reading.purposes.get(Purpose.CLINICAL, 0.0), reading.odds(Topic.EMERGENCY)) >= _ALONE


def _likely(reading: Reading, line: str) -> Alarm | None:
    """What no rule knows has to be about danger, and about someone's body: "I can't hear you" is not. Where that
    is less than sure, Mia names 911 and asks: "he's out at sea, no signal" is someone's whereabouts."""
    clinical, danger = reading.purposes.get(Purpose.CLINICAL, 0.0), reading.odds(Topic.EMERGENCY)
    words = len(line.split())
    if words < _FEWEST_WORDS:
        asks = words >= _MORE_THAN_A_NAME and min(clinical, danger) >= _SHORT_DANGER
        return Alarm(Danger.ASKED) if asks else None
    if clinical < _CLINICAL:
        return None
    if danger >= _SURE or (danger >= _LIKELY and clinical >= _SURELY_CLINICAL):
        return Alarm(Danger.NOW)
    return Alarm(Danger.ASKED) if danger >= _MAYBE else None
