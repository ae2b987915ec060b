"""Whether an utterance speaks of danger, by rules and by likeness, before anyone answers it."""

import re
from dataclasses import replace

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import (
    Alarm,
    Danger,
    asks_about_emergencies,
    denies_danger,
    hear_danger,
    names_a_body,
    plans_an_end,
    speaks_of_an_end,
    tells_a_deed,
)
from mia.platform.words.plain import plain
from mia.receptionist.understanding.lexicon import mend_names
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading, read
from mia.receptionist.understanding.models.topics import Topic

_SURE, _SURELY_CLINICAL = 0.95, 0.95
"""Probabilities of danger, or of an ailment beside likely danger, from which the emergency script is played."""
_LIKELY, _MAYBE = 0.55, 0.28
"""Probabilities of danger: beside a sure ailment, and from which the caller is asked whether there is any."""
_CLINICAL = 0.7  # probability from which a clinician is needed
_FEWEST_WORDS = 7  # shorter ones resemble anything, and have rules of their own: "he's a knockout"
_ALONE, _HALF_CLINICAL, _HALF_DANGER, _SOME_DANGER = 0.9, 0.65, 0.3, 0.15
"""Probabilities of danger and of an ailment from which one sentence of several plays the script, those that the
message as a whole has to have for it, and the danger in it from which it is asked about."""
_MORE_THAN_A_NAME, _SHORT, _SHORT_DANGER, _SHORTEST_DANGER = 3, 12, 0.75, 0.9
"""Words of what is no mere name ("Derick Black"), words below which what no rule knows is asked about at most, and
the probability of danger that it takes, also in fewer than seven: "the baby is limp"."""

_HARDLY, _DOUBTFUL, _HARDLY_CRISIS = 0.07, 0.13, 0.02
"""Probabilities of danger below which words of danger are about something else, below which they are asked about,
and below which words of suicide are about something else. Of the dangers that rules hear in messages nobody learned
from, one is missed by it (chest pressure beside a delay)."""
_ORDINARY, _PERHAPS_ORDINARY = 0.02, 0.03
"""The first two where an ailment is likely: "can my 8 year old take ibuprofen before the filling?"."""
_AILMENT, _HARDLY_CLINICAL, _WISHED, _SURELY_WISHED = 0.5, 0.1, 0.85, 0.95
"""Probabilities from which there is an ailment, below which there is hardly one, from which something else is
wanted, and from which an ailment is only told beside it."""
_FEWEST_CONFIRMED = 5  # words of what is weighed at all
_NOWHERE, _STORY, _IN_A_STORY, _IN_SURE_STORY = 0.12, 45, 0.4, 0.9
"""The probability of danger below which a sentence tells of none; words above which a message is a story, which may
sound of danger as a whole though nothing in it does; and the probabilities that it has to have then, with words of
danger and without. Of 1,178 labeled dangers in several sentences one is missed by it, of 91 false alarms 40 are."""
_DENIED_IN_VAIN = 0.45
"""The probability of danger from which a "no" or "stopped" in the words denies none: "he stopped sweating"."""
_GOES_ON = re.compile(
    r"\bi am (?:still |badly |now )?(?:bleeding|burning|choking|dying(?! (?:for|to|of)\b)|suffocating|fainting)\b"
    r"|\b(?:temp|temperature|fever)(?: \w+){0,2} (?:of )?10[2-7]\b"
    r"|\bfever\b.*\b(?:pus|infect\w+|spreading)\b|\b(?:pus|infect\w+|spreading)\b.*\bfever\b"
    r"|\b(?:has|trae|tiene) (?:an?|un|una) (?:knife|gun|cuchillo|pistola|navaja|arma)\b"
    r"|\bunbearable\b|\bpain\b.*\b(?:ten|10) (?:out )?of (?:ten|10)\b|\bworst (?:pain|headache)\b"
)
"""What is said to go on now, whatever else is wanted."""
_SPELLED = re.compile(r"(?:[A-Za-z][\s,.-]+)+[A-Za-z]\.?")
"""A name, letter by letter."""
_SECRET = re.compile(r"\bbreathe a (?:single )?word\b", re.IGNORECASE)
"""What is kept from someone. Models take it for breath, so that they read "say a thing" in its place."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_HARMLESS = (
    Purpose.BOOK,
    Purpose.ANSWER,
    Purpose.OWN,
    Purpose.ASK,
    Purpose.MOVE,
    Purpose.CANCEL,
    Purpose.TASK,
    Purpose.STOP,
    Purpose.CHAT,
)


def hear_alarm(heard: Heard, reading: Reading | None, english: str = "") -> Alarm | None:
    """The danger in what was said; ``reading`` is what the models see of it, ``None`` leaves it to the rules, and
    ``english`` what they read, where that is not what was said.

    The words count as they were recognized and as they were corrected: "lip infection" is one of the two
    things that "lip injection" may have been.
    """
    line = plain(heard.text)
    if _SPELLED.fullmatch(heard.text.strip()):
        return None
    corrected = mend_names(line, by_ear=not heard.typed)
    alarm = hear_danger(plain(heard.raw) if heard.raw else line, line, corrected)
    if alarm is not None and not alarm.is_urgent:
        # What one sentence asks about in general, the next may tell of: "Do you treat burns? I have one".
        alarm = hear_danger(line, *map(plain, _SENTENCE.split(heard.text)))
    if reading is None:
        return alarm
    read_in = english or heard.text
    if _SECRET.search(read_in):
        read_in = _SECRET.sub("say a thing", read_in)
        reading = read(read_in) or reading
    if alarm is not None:
        if alarm.is_urgent and tells_a_deed(line):
            return alarm
        confirmed = _confirmed(alarm, reading, line)
        if confirmed is not None and _is_nowhere(reading, read_in, _IN_A_STORY) and not plans_an_end(line):
            return _asked_of_an_end(confirmed, line)
        if confirmed is not None or alarm.is_urgent:
            return confirmed  # what is only asked about may be told in another sentence
    if denies_danger(line) and _both(reading) < _DENIED_IN_VAIN:
        return None
    likely = _told_beside(reading, read_in) or _likely(reading, line)
    return None if likely and _is_nowhere(reading, read_in, _IN_SURE_STORY) else likely


def _is_nowhere(reading: Reading, text: str, least: float) -> bool:
    """Whether no sentence of several tells of danger, and a story as a whole does so with less than ``least``."""
    sentences = _SENTENCE.split(text)
    is_story = len(text.split()) > _STORY
    if len(sentences) < 2 or _both(reading) >= (least if is_story else _DOUBTFUL):
        return False
    return all(_both(each) < _NOWHERE for each in map(read, sentences) if each is not None)


def _confirmed(alarm: Alarm, reading: Reading, line: str) -> Alarm | None:
    """The danger that rules hear, as far as the message as a whole may be about it: "I get set on fire for a
    living, and I need an exam" has none."""
    if len(line.split()) < _FEWEST_CONFIRMED or names_a_body(line) or _GOES_ON.search(line):
        return alarm
    if speaks_of_an_end(line):
        return _confirmed_end(alarm, reading, line)
    if not alarm.is_urgent:
        return alarm if _may_ask(reading, line) else None
    weighed = _weighed(alarm, reading)
    if alarm.spanish and weighed is None:
        return replace(alarm, danger=Danger.ASKED)
    return weighed


def _confirmed_end(alarm: Alarm, reading: Reading, line: str) -> Alarm | None:
    """Words of suicide. Those in Spanish are asked about at least: models read them by their English words."""
    danger, clinical = reading.odds(Topic.EMERGENCY), reading.purposes.get(Purpose.CLINICAL, 0.0)
    if alarm.danger is not Danger.CRISIS or danger >= _HARDLY_CRISIS or clinical >= _AILMENT:
        return alarm
    is_clear = alarm.spanish or plans_an_end(line)
    return replace(alarm, danger=Danger.ASKED) if is_clear else None


def _asked_of_an_end(alarm: Alarm, line: str) -> Alarm | None:
    """Whether someone who may mean to die is asked, though the models see no danger in it."""
    is_told = speaks_of_an_end(line) and (alarm.spanish or not alarm.is_urgent)
    return replace(alarm, danger=Danger.ASKED) if is_told else None


def _weighed(alarm: Alarm, reading: Reading) -> Alarm | None:
    danger, clinical = reading.odds(Topic.EMERGENCY), reading.purposes.get(Purpose.CLINICAL, 0.0)
    wished = max(reading.purposes.get(purpose, 0.0) for purpose in _HARMLESS)
    ails = clinical >= _AILMENT and wished < _SURELY_WISHED
    hardly, doubtful = (_ORDINARY, _PERHAPS_ORDINARY) if ails else (_HARDLY, _DOUBTFUL)
    surely_else = ails or (wished >= _WISHED and clinical < _HARDLY_CLINICAL)
    if danger < hardly and surely_else:
        return None
    is_doubtful = danger < doubtful and (ails or clinical < _AILMENT)
    return replace(alarm, danger=Danger.ASKED) if is_doubtful else alarm


_WHAT_TO_DO = re.compile(r"\bwhat (?:do|should|would|can) (?:i|we) do\b|\bque (?:hago|debo hacer)\b")
"""How it is asked what to do, by those to whom it may be happening."""


def _may_ask(reading: Reading, line: str) -> bool:
    """Whether a general question is worth naming 911 for: one about emergencies, or one that models take for danger
    too. "Can Botox cause droopy eyelids?" is neither."""
    if (asks_about_emergencies(line) or _WHAT_TO_DO.search(line)) and _only_asks(reading):
        return True
    return reading.odds(Topic.EMERGENCY) >= _ORDINARY


def _only_asks(reading: Reading) -> bool:
    """Whether nothing but a question is put: "what do I do in an emergency?"."""
    return all(reading.purposes.get(one, 0.0) < _WISHED for one in _HARMLESS if one is not Purpose.ASK)


def _told_beside(reading: Reading, text: str) -> Alarm | None:
    """Danger that one sentence of several tells of, where the message as a whole may be about it.

    Beside a wish for a visit the model is less sure: of 200 dangers it saw 150 alone, one beside a wish. A fourth
    of them it sees so by their sentence, and of 3,171 harmless messages it takes one for danger, as it did before.
    """
    sentences, clinical = _SENTENCE.split(text), reading.purposes.get(Purpose.CLINICAL, 0.0)
    danger = reading.odds(Topic.EMERGENCY)
    if len(sentences) < 2 or clinical < _HALF_CLINICAL or danger < _SOME_DANGER:
        return None
    told = (read(each) for each in sentences if len(plain(each).split()) >= _FEWEST_WORDS)
    is_told = any(each is not None and _is_sure(each) for each in told)
    return Alarm(Danger.NOW if danger >= _HALF_DANGER else Danger.ASKED) if is_told else None


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
        least = _SHORTEST_DANGER if words < _FEWEST_WORDS else _SHORT_DANGER
        asks = words >= _MORE_THAN_A_NAME and _both(reading) >= least
        return Alarm(Danger.ASKED) if asks else None
    if clinical < _CLINICAL:
        return None
    if danger >= _SURE or (danger >= _LIKELY and clinical >= _SURELY_CLINICAL):
        return Alarm(Danger.NOW)
    return Alarm(Danger.ASKED) if danger >= _MAYBE else None
