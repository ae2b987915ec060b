"""Who needs no visit: "no appointment, I'm only looking for my ring". They are asked for none again."""

import re
from dataclasses import replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.people.leaving import BYE
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.wishes.matters import hear_matter

_STEPS = frozenset({Step.OPEN, Step.ELSE, Step.OFFER_VISIT, Step.SERVICE, Step.WHEN, Step.SLOT})
_VISIT = r"(?:appointment|appt|visit|booking|reservation)"
_NONE = re.compile(
    rf"\b(?:do not|did not|am not|not)(?: \w+)? (?:need|want|require|after|looking for|asking for|here for)"
    rf"(?: to (?:book|make|schedule))? (?:an? |any )?{_VISIT}s?\b"
    rf"|^(?:(?:no|nope|nah|never|oh|sorry|well|please) )*(?:no|not an?|without an?) {_VISIT}s?\b"
    rf"|\bno need (?:for|of|to \w+) an? {_VISIT}\b|\bnothing to (?:book|schedule)\b"
    r"|\b(?:am|are|is) not (?:here to book|booking)(?: anything| a thing)?\b"
    r"|\bnot (?:an? |your |one of your )(?:patient|client|customer)\b"
    r"|\bnot (?:\w+ )?interested in (?:an? |any )?treatment"
    r"|\b(?:do not|did not) (?:\w+ )?(?:need|want) (?:another one|to come in|anything (?:changed|done|booked))\b"
    r"|^(?:(?:no|nope|nah|nothing|oh) )+i am (?:just|only) asking\b"
    r"|\b(?:just|only) (?:\w+ )?(?:want|wanna|need|like)(?: to)? know the (?:rule|policy|price)s?\b"
    r"|\b(?:am|are) (?:just |only )?not (?:booking|scheduling) (?:anything|now|yet|today)\b"
    r"|\b(?:do not|dont) book(?: (?:it|anything|me))?(?=$| how\b| what\b)|\bno booking\b"
    r"|\bnot (?:ready|looking) to book\b"
    r"|\b(?:have|has|got) (?:\w+ ){0,4}already\b.*\b(?:only|just) (?:asking|wondering|a question|about)\b"
)
_OTHER = (
    r"(?! (?:on|for(?! now)|at(?! (?:the|this) (?:moment|point|time))|before|after|that|with|until|till|this|next"
    r"|so|too|in|then|today|tomorrow|yet|early|late|any ?more|there|is|was|to|\w+day)\b)"
)
"""What would make it an appointment of another kind, or time, that is not wanted."""
NO_VISIT = re.compile(rf"(?:{_NONE.pattern}){_OTHER}")
_OUTRIGHT = re.compile(rf"\b(?:am|are) not (?:booking|scheduling|making) (?:anything|an? {_VISIT})\b{_OTHER}")
"""What stops even a visit that is read back: "Stop. I'm not booking anything"."""
_TOLD, _MATTER, _BOOKS, _ASKS = 0.08, 0.5, 0.5, 0.6
"""The probabilities of a question that is named beside ("only the gift card"), of a matter for the team, of a
visit that is wanted after all, and of a question."""


def let_go(scene: Scene, meaning: Meaning) -> Meaning | None:
    """The utterance without the visit that is not wanted, which is dropped; ``None`` where nothing else is said."""
    state = scene.state
    may_stop = state.step in _STEPS or (state.step is Step.CONFIRM and _OUTRIGHT.search(meaning.plain))
    if not may_stop or state.errand or state.replaces or not _needs_none(meaning):
        return meaning
    understood(scene)
    state.drop_plans()
    state.no_visit, state.step, state.left = True, Step.OPEN, []
    if meaning.has(Act.GOODBYE) or BYE.search(meaning.plain):
        return replace(meaning, topics=(), when=When(), services=(), more_services=(), rest=None)
    asks = "?" in meaning.text or is_asking(meaning.plain) or meaning.about(*QUESTIONS)
    asks = asks or meaning.wants(Purpose.ASK, least=_ASKS)
    named = tuple(one for one in QUESTIONS if meaning.odds.get(one, 0.0) >= _TOLD)
    topics = tuple(topic for topic in meaning.topics if topic is not Topic.BOOK) or named
    if not (asks or named or hear_matter(meaning, least=_MATTER) or meaning.wants(Purpose.PERSON, least=_MATTER)):
        scene.say("dropped")
        state.step = Step.ELSE
        return None
    when = meaning.when if asks else When()
    return replace(meaning, topics=topics, when=when, acts=meaning.acts - {Act.NO}, rest=None)


def _needs_none(meaning: Meaning) -> bool:
    """Whether someone says that they need no visit; "do I need none?" is a question about walk-ins."""
    if meaning.about(Topic.POLICY) or meaning.alarm:
        return False
    if meaning.has(Act.START_OVER):  # "don't book. How much is it though?"
        return meaning.about(*QUESTIONS) and meaning.wants(Purpose.ASK, least=_BOOKS)
    if meaning.services and meaning.wants(Purpose.BOOK, least=_BOOKS):
        return False  # "no appointment for me, it's my daughter who needs a cleaning"
    return bool(NO_VISIT.search(meaning.plain))
