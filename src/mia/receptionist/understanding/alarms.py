"""Whether an utterance speaks of danger, by rules and by likeness, before anyone answers it."""

import re
from dataclasses import replace

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Alarm, Danger, denies_danger, hear_danger, names_a_body
from mia.platform.words.plain import plain
from mia.receptionist.understanding.lexicon import mend_names
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading, read
from mia.receptionist.understanding.models.topics import Topic

_SURE, _SURELY_CLINICAL = 0.95, 0.95
"""Probabilities of danger, or of an ailment beside likely danger, from which the emergency script is played."""
_LIKELY, _MAYBE = 0.55, 0.3
"""Probabilities of danger: beside a sure ailment, and from which the caller is asked whether there is any."""
_CLINICAL = 0.7  # probability from which a clinician is needed
_FEWEST_WORDS = 7  # shorter ones resemble anything, and have rules of their own: "he's a knockout"
_ALONE, _HALF_CLINICAL, _HALF_DANGER = 0.9, 0.65, 0.3
"""Probabilities of danger and of an ailment from which one sentence of several plays the script, and those that the
message as a whole has to have for it."""
_MORE_THAN_A_NAME, _SHORT, _SHORT_DANGER = 3, 12, 0.97
"""Words of what is no mere name ("Derick Black"), words below which what no rule knows is asked about at most, and
the probability of danger that it takes in fewer than seven: "the baby is limp"."""

_ABOUT_ELSE = ((12, 0.02, 0.05, 0.5), (12, 0.005, 0.1, 0.95), (9, 0.005, 0.03, 0.75))
"""From how many words, below which probabilities of danger and of an ailment, and from which of a wish words of
danger are about something else. Of 1,738 dangers that rules hear none is, by any of these rows."""
_DOUBTFUL_WORDS, _HARDLY_DANGER, _HARDLY_CLINICAL = 9, 0.05, 0.2
"""The same, where such words are asked about and no alarm is raised yet."""
_ASKS_CLINICIANS, _ORDINARY = 0.5, 0.01
"""The probabilities of a clinical question, and of danger, by which such words are an ordinary question."""
_DENIED_IN_VAIN = 0.6
"""The probability of danger from which a "no" or "stopped" in the words denies none: "he stopped sweating"."""
_GOES_ON = re.compile(
    r"\bi am (?:still |badly |now )?(?:bleeding|burning|choking|dying|suffocating|fainting)\b"
    r"|\b(?:temp|temperature|fever)(?: \w+){0,2} (?:of )?10[2-7]\b"
    r"|\bunbearable\b|\bpain\b.*\b(?:ten|10) (?:out )?of (?:ten|10)\b|\bworst (?:pain|headache)\b"
)
"""What is said to go on now, whatever else is wanted."""
_SPELLED = re.compile(r"[a-z](?: [a-z])+")
"""A name, letter by letter."""
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
    if _SPELLED.fullmatch(line):
        return None
    corrected = mend_names(line, by_ear=not heard.typed)
    alarm = hear_danger(plain(heard.raw) if heard.raw else line, line, corrected)
    if alarm is not None and not alarm.is_urgent:
        # What one sentence asks about in general, the next may tell of: "Do you treat burns? I have one".
        alarm = hear_danger(line, *map(plain, _SENTENCE.split(heard.text)))
    if reading is None:
        return alarm
    if alarm is not None:
        return alarm if alarm.danger is Danger.CRISIS else _confirmed(alarm, reading, line)
    if denies_danger(line) and _both(reading) < _DENIED_IN_VAIN:
        return None
    return _told_beside(reading, heard.text) or _likely(reading, line)


def _confirmed(alarm: Alarm, reading: Reading, line: str) -> Alarm | None:
    """The danger that rules hear, as far as the message as a whole may be about it: "I get set on fire for a
    living, and I need an exam" has none."""
    danger, clinical = reading.odds(Topic.EMERGENCY), reading.purposes.get(Purpose.CLINICAL, 0.0)
    words, wanted = len(line.split()), max(reading.purposes.get(purpose, 0.0) for purpose in _HARMLESS)
    if names_a_body(line) or _GOES_ON.search(line):
        return alarm
    if clinical >= _ASKS_CLINICIANS and danger < _ORDINARY and words >= _FEWEST_WORDS - 1:
        return None  # "can my 8 year old take ibuprofen before the filling?"
    if any(words >= few and danger < d and clinical < c and wanted >= w for few, d, c, w in _ABOUT_ELSE):
        return None
    doubtful = danger < _HARDLY_DANGER and clinical < _HARDLY_CLINICAL
    return replace(alarm, danger=Danger.ASKED) if doubtful and words >= _DOUBTFUL_WORDS else alarm


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


def _both(reading: Reading) -> float:
    """The least of the probabilities of danger and of an ailment."""
    return min(reading.purposes.get(Purpose.CLINICAL, 0.0), reading.odds(Topic.EMERGENCY))


def _is_sure(reading: Reading) -> bool:
    return _both(reading) >= _ALONE


def _likely(reading: Reading, line: str) -> Alarm | None:
    """What no rule knows has to be about danger, and about someone's body: "I can't hear you" is not. Where that
    is less than sure, or little is said, Mia names 911 and asks: "he's out at sea, no signal" is someone's
    whereabouts."""
    clinical, danger = reading.purposes.get(Purpose.CLINICAL, 0.0), reading.odds(Topic.EMERGENCY)
    words = sum(len(word) > 1 for word in line.split())  # a name that is spelled has none
    if words < _SHORT:
        least = _SHORT_DANGER if words < _FEWEST_WORDS else _ALONE
        asks = words >= _MORE_THAN_A_NAME and _both(reading) >= least
        return Alarm(Danger.ASKED) if asks else None
    if clinical < _CLINICAL:
        return None
    if danger >= _SURE or (danger >= _LIKELY and clinical >= _SURELY_CLINICAL):
        return Alarm(Danger.NOW)
    return Alarm(Danger.ASKED) if danger >= _MAYBE else None
