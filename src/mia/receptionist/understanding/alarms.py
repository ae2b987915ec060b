"""Whether an utterance speaks of danger, by rules and by likeness, anyone who is going to answer it."""

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Alarm, Danger, denies_danger, hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.understanding.lexicon import mend_names
from mia.receptionist.understanding.topics import Guess, Topic, Vectors, classifier

_SURE = 0.75  # probability from which the emergency script is played
_MAYBE = 0.4  # from here the caller is asked whether it is an emergency
_FEWEST_WORDS = 3


def hear_alarm(heard: Heard, vector: Vectors | None) -> Alarm | None:
    """The danger in what was said; ``vector`` is its embedding, ``None`` leaves the rules alone.

    The words count as they were recognized and as they were corrected: "lip infection" is one of the two
    things that "lip injection" may have been.
    """
    line = plain(heard.text)
    corrected = mend_names(line, by_ear=not heard.typed)
    alarm = hear_danger(plain(heard.raw) if heard.raw else line, line, corrected)
    if alarm is not None or vector is None or denies_danger(line):
        return alarm
    return _likely(classifier().guesses(vector), line)


def _likely(guesses: tuple[Guess, ...], line: str) -> Alarm | None:
    if not guesses or guesses[0].topic is not Topic.EMERGENCY or len(line.split()) < _FEWEST_WORDS:
        return None
    if guesses[0].probability >= _SURE:
        return Alarm(Danger.NOW)
    return Alarm(Danger.ASKED) if guesses[0].probability >= _MAYBE else None
