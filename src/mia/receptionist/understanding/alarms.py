"""Whether an utterance speaks of danger, by rules and by likeness, before anyone answers it."""

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Alarm, Danger, denies_danger, hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.understanding.lexicon import mend_names
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading
from mia.receptionist.understanding.models.topics import Topic

_SURE = 0.55  # probability from which the emergency script is played
_MAYBE = 0.2  # from here the caller is asked whether it is an emergency
_CLINICAL = 0.7  # probability from which a clinician is needed
_FEWEST_WORDS = 7  # shorter ones resemble anything, and have rules of their own: "he's a knockout"

_ENOUGH_WORDS, _CERTAIN, _NO_DANGER, _NOTHING_CLINICAL = 12, 0.9, 0.01, 0.03
"""From how many words, and by which probabilities, words of danger are taken for something else."""
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
    if reading is None:
        return alarm
    if alarm is not None:
        return None if alarm.danger is not Danger.CRISIS and _is_harmless(reading, line) else alarm
    return None if denies_danger(line) else _likely(reading, line)


def _is_harmless(reading: Reading, line: str) -> bool:
    """Whether words of danger are certainly about something else: "I get set on fire for a living, and I need an
    exam". Of 1,031 dangers that rules hear (``evals/safety``, simulated emergencies) this silences none."""
    wanted = max(reading.purposes.get(purpose, 0.0) for purpose in _HARMLESS)
    return (
        len(line.split()) >= _ENOUGH_WORDS
        and wanted >= _CERTAIN
        and reading.odds(Topic.EMERGENCY) < _NO_DANGER
        and reading.purposes.get(Purpose.CLINICAL, 0.0) < _NOTHING_CLINICAL
    )


def _likely(reading: Reading, line: str) -> Alarm | None:
    """What no rule knows has to be about danger, and about someone's body: "I can't hear you" is not."""
    of_the_body = reading.purposes.get(Purpose.CLINICAL, 0.0) >= _CLINICAL
    if not of_the_body or len(line.split()) < _FEWEST_WORDS:
        return None
    danger = reading.odds(Topic.EMERGENCY)
    if danger >= _SURE:
        return Alarm(Danger.NOW)
    return Alarm(Danger.ASKED) if danger >= _MAYBE else None
