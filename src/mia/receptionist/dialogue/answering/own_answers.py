"""A practice's own answers to the questions it foresaw, found by likeness or by a word that tells."""

import functools
import re
from collections.abc import Collection, Sequence

import numpy as np

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.aspects import comes_late, insurers_not_in, lacks
from mia.receptionist.dialogue.saying.speaking import join
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Faq
from mia.receptionist.understanding.asked_of import UNMEANT, WALKS_IN
from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import faq_kind
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.models.vectors import question_vectors, sentence_vector
from mia.receptionist.understanding.records import comes_from_elsewhere, records_leave
from mia.receptionist.understanding.telling_words import find_text

_QUESTION = re.compile(
    r"(?:and |so |but |okay |well |oh |also |plus )*(?:tell me (?:more )?about|"
    r"more (?:info|information|details) (?:on|about)|what|who|where|when|why|how|which|do|does|is|are|am i|must|"
    r"(?:can|could) (?:you|i|we|my|our)|will|would you|did|has|have you|should|whether)\b"
    r"|.*\b(?:do (?:you|yall|they)|is there|are there|can (?:i|we|you)) (?!know\b|think\b|remember\b|see\b)\w+ \w+"
)
_REFERS = re.compile(
    r"\b(?:it|this|one|inside)\b|\bthat\b(?! (?:goes|is|are|has|have|comes|you|we|i|they)\b)|^(?:and )?how much$"
)
"""What a question calls what was named before it: "I saw 'Glow' in your window. What is it, and how much?"."""
_HEALTH_ACCOUNT = re.compile(r"\b(?:fsa|flex(?:ible)? spending|health savings?)\b")
"""Other names of an account for health, of which practices write "HSA"."""
_DEAL = re.compile(r"\b(?:deals?|discount\w*|price break|break on|cheaper|less|save|savings?|off)\b")
_SEVERAL = re.compile(
    r"\b(?:bulk|up ?front|in advance|pre ?pay\w*|series|bundles?|packs?|multiple|several|sessions"
    r"|(?:buy|buying|bought|get|do|book|take|pay for|sign up for|commit to|for|on) (?:\w+ )?"
    r"(?:\d+|two|three|four|five|six|eight|ten|a dozen)(?! (?:percent|dollars|bucks)))\b"
)
_MEMBER = re.compile(r"\b(?:member\w*|monthly|month|club|plan)\b")
"""Words of less to pay, of several visits at once, and of what members pay."""
_INCLUDES = re.compile(r"\b(?:includ\w+|com(?:e|es) with|part of|throw in)\b")
_ADDRESS = re.compile(r"\baddress\b")
"""Who asks for it hears it with the way to the door."""
_POINTS_BACK = re.compile(r"\b(?:those|these|them|they|it|that|this)\b")
_WORDS_APART = re.compile(r"\s+")
_MOST_BEFORE = 20
"""Words before a question that are read with it."""
_FEWEST_WORDS = 4
_SURELY_ASKS, _NO_TASK = 0.85, 0.3
"""The probability of a question, and the most of a wish that the team does something."""
SAME = 0.75
"""Cosine from which it is the very question the practice answered."""
ALIKE = 0.62
"""Cosine from which a caller's question is one the practice answered."""
ALIKE_IN_KIND = 0.3
"""Enough among the practice's answers of the kind that was asked for."""
ALIKE_ON_TOPIC = 0.5
"""Enough when the rules agree that it is that kind of question."""


def is_deal_on_several(line: str) -> bool:
    """Whether a plain text asks for less on several visits at once, which no membership tells."""
    return bool(_DEAL.search(line) and _SEVERAL.search(line) and not _MEMBER.search(line))


def foreseen(scene: Scene, meaning: Meaning) -> bool:
    """Whether the words ask a question that the practice has answered itself, and ask nothing of the team. Records
    that are to come here are asked about, those that are to leave are for the team."""
    if meaning.about(Topic.RECORDS):
        asking = "?" in meaning.text or asks(meaning)
        comes = comes_from_elsewhere(meaning.plain) or meaning.hardly_wants(Purpose.TASK, most=_NO_TASK)
        leaves = records_leave(meaning.plain)
        return asking and bool(comes and not leaves) and bool(of_kinds(scene, {Topic.RECORDS}))
    only_asks = meaning.wants(Purpose.ASK, least=_SURELY_ASKS) and meaning.hardly_wants(Purpose.TASK, most=_NO_TASK)
    least = ALIKE if only_asks else SAME
    return ("?" in meaning.text or only_asks) and bool(likest(scene.practice.faq, meaning, least, scene.message))


def of_kinds(scene: Scene, kinds: Collection[Topic]) -> list[Faq]:
    """The practice's answers to questions of some kinds."""
    return [entry for entry in scene.practice.faq if kind_of(entry) in kinds]


def kind_of(entry: Faq) -> Topic | None:
    """What kind of question one of the practice's answers is for."""
    return faq_kind((*entry.questions, entry.topic))


def likest(entries: Sequence[Faq], meaning: Meaning, least: float, message: str = "") -> Faq | None:
    """The practice's answer to the question that is most like this one; ``None`` where none has that cosine. What
    points back is read with the words before it in the whole ``message``: "my old dentist took x-rays, can you get
    those?"."""
    pairs = [(q, entry) for entry in entries for q in (*entry.questions, entry.topic) if q]
    vectors = [meaning.vector, sentence_vector(_with_what_was_told(message, meaning))]
    told = [vector for vector in vectors if vector is not None]
    if not (pairs and told):
        return None
    if is_deal_on_several(meaning.plain):
        pairs = [(q, entry) for q, entry in pairs if kind_of(entry) is not Topic.MEMBERSHIPS]
    if not pairs:
        return None
    questions = question_vectors(tuple(q for q, _ in pairs))
    likeness = functools.reduce(np.maximum, [questions @ vector for vector in told])
    best = int(likeness.argmax())
    return pairs[best][1] if likeness[best] >= least else None


def _with_what_was_told(message: str, meaning: Meaning) -> str:
    """A question that points back, after what it points at; empty where it does not."""
    before, found, _ = message.partition(meaning.text.strip())
    told = _WORDS_APART.split(before.strip())[-_MOST_BEFORE:]
    return f"{' '.join(told)} {found}" if found and before.strip() and _POINTS_BACK.search(meaning.plain) else ""


def asks(meaning: Meaning) -> bool:
    """Whether the words have the form of a question."""
    return asks_in(meaning.plain)


def asks_in(line: str) -> bool:
    """Whether a plain text has the form of a question."""
    return bool(_QUESTION.match(line)) and len(line.split()) >= _FEWEST_WORDS


def answer_from_faq(scene: Scene, meaning: Meaning, least: float = ALIKE) -> bool:
    """Give the practice's own answer when the question is one it answered."""
    if meaning.vector is None or not scene.practice.faq:
        return False
    found = likest(scene.practice.faq, meaning, least, scene.message)
    if found and not lacks_asked(scene, meaning, found):
        scene.quote(found.answer, found.answer_es)
        return True
    return least <= ALIKE and answer_by_word(scene, meaning)


def lacks_asked(scene: Scene, meaning: Meaning, found: Faq) -> bool:
    """Whether one of the practice's answers has nothing on what is asked of it."""
    if _is_unmeant(kind_of(found), meaning.plain):
        return True
    if kind_of(found) is Topic.MEMBERSHIPS and _is_no_membership(scene, meaning):
        return True
    if WALKS_IN.search(meaning.plain) and not WALKS_IN.search(plain(found.answer)):
        return True
    named = [one.name for one in scene.practice.services if one.id in (*meaning.services, *meaning.more_services)]
    return lacks(kind_of(found), meaning.plain, found.answer, " ".join(named))


def _is_unmeant(kind: Topic | None, line: str) -> bool:
    """Whether words of a plain text resemble a kind of question, and mean another: makeup covers a bruise."""
    return any(kind is topic and pattern.search(line) for pattern, topic in UNMEANT)


def _is_no_membership(scene: Scene, meaning: Meaning) -> bool:
    """Whether what is included in something else is asked for: "does that include the aftercare kit?"."""
    named = meaning.about(Topic.MEMBERSHIPS) or _MEMBER.search(plain(scene.message))
    told = found_in(scene.state.last_lines, of_kinds(scene, {Topic.MEMBERSHIPS}))
    return not (named or told) and bool(_INCLUDES.search(meaning.plain))


def found_in(lines: Sequence[str], entries: Sequence[Faq]) -> bool:
    """Whether one of the answers was given in ``lines``."""
    return any(one.answer in line for one in entries for line in lines)


def answer_in_part(scene: Scene, answer: str, answer_es: str) -> bool:
    """Give an answer that lacks what was asked, where it was not just given, and admit that we know no more."""
    if answer not in " ".join(scene.state.last_lines) and (
        not answer_es or answer_es not in scene.state.last_lines
    ):
        scene.quote(answer, answer_es)
        scene.say("not_that_part")
    return unknown(scene)


def admit(scene: Scene, meaning: Meaning, found: Faq) -> bool:
    """Give what one of the practice's answers tells of what is asked, and say what it does not."""
    others = insurers_not_in(meaning.plain, found.answer)
    if kind_of(found) is Topic.PAYMENT:
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
    if kind_of(found) is Topic.CANCELLATION and comes_late(meaning.plain):
        return unknown(scene)
    if not others:
        return answer_in_part(scene, found.answer, found.answer_es)
    if found.answer not in " ".join(scene.state.last_lines):
        scene.quote(found.answer, found.answer_es)
    scene.say("not_on_list", names=join(others))
    if len(clauses(scene.message)) > 1:
        scene.leave_open(meaning.quoted)  # the rest of the message is answered before anyone's call is offered
        return True
    return unknown(scene)


def answer_by_word(scene: Scene, meaning: Meaning, *, asked: bool = False) -> bool:
    """Give the one answer, or the way to the door, that has the very thing that was asked for."""
    practice = scene.practice
    texts = [(entry.answer, entry.answer_es) for entry in practice.faq]
    for place in () if _ADDRESS.search(meaning.plain) else practice.locations:
        texts.append((place.directions, place.directions_es))
        if meaning.about(Topic.PARKING) or not meaning.about(Topic.LOCATION):
            texts.append((place.parking, place.parking_es))
    texts = [each for each in texts if each[0]]
    names = [practice.name, *(s.name for s in practice.services), *(p.name for p in practice.providers)]
    english = [text for text, _ in texts]
    found = find_text(_HEALTH_ACCOUNT.sub("hsa", meaning.plain), english, names)
    if found is None and (asked or _REFERS.search(meaning.plain)) and not meaning.services:
        found = find_text(plain(scene.message), english, names)
    if found is None or not (asked or asks(meaning) or "?" in meaning.text):
        return False
    kind = kind_of(practice.faq[found]) if found < len(practice.faq) else Topic.PARKING
    if _is_unmeant(kind, meaning.plain) or lacks(kind, plain(scene.message), english[found]):
        return False
    scene.quote(*map(sentence, texts[found]))
    return True


def sentence(text: str) -> str:
    """What a practice wrote, with the stop it may have left out."""
    text = text.strip()
    return text if not text or text[-1] in ".!?" else f"{text}."


def unknown(scene: Scene) -> bool:
    """Note that the practice did not tell us; that is admitted, and the caller is offered a person."""
    scene.unanswered = True
    return True
