"""What one utterance means, as the dialogue reads it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from mia.platform.safety.danger import Alarm, Danger
from mia.receptionist.dates.when import When
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.models.purposes import Purpose, Purposes
from mia.receptionist.understanding.models.reading import ASKED_NOTHING
from mia.receptionist.understanding.models.topics import Guess, Topic
from mia.receptionist.understanding.models.vectors import Vectors
from mia.receptionist.understanding.wants import Wants
from mia.receptionist.understanding.who.gender import Gender

_ASKS_HARDLY, _ANSWERS = 0.3, 0.25
"""Probabilities below which nothing is asked, and from which a question of ours is answered."""
SURE_OF_FEW_WORDS, _FEW_WORDS = 0.98, 2
"""The probability that one or two words need: misheard ones resemble anything ("official please")."""
_ASKS = re.compile(
    r"(?:and |so |but |okay |well |oh |hi |hey |hello |also |plus )*"
    r"(?:what|who|where|when|why|how|which|do|does|is|are|can|could|will|would|did|has|have you|should|whether)\b"
    r"(?! not (?!you|yall|i|we|it|they|he|she|there|that|this|the|my|our|some|any)\w)"  # "can't do Mondays"
)


@dataclass(frozen=True)
class Expecting:
    """What the question before asked for; bare answers count only when asked for. ``asked`` is its name for the
    reader."""

    when: bool = False
    slot: bool = False
    choice: bool = False
    name: bool = False
    phone: bool = False
    known_name: str | None = None
    asked: str = field(default=ASKED_NOTHING, compare=False)


@dataclass(frozen=True)
class Meaning:
    """One understood utterance. ``by_rule``: the topics were found by rules, or are all but certain by likeness.
    ``likeness``: what the sentence resembles most, whatever the rules say; ``odds`` of all topics.
    ``digits``: a run of phone digits, whole or partial."""

    text: str
    plain: str
    acts: frozenset[Act]
    topics: tuple[Topic, ...]
    by_rule: bool = False
    likeness: Guess | None = None
    odds: Mapping[Topic, float] = field(default_factory=dict, compare=False, repr=False)
    alarm: Alarm | None = None
    when: When = field(default_factory=When)
    services: tuple[str, ...] = ()
    service_words: str = ""
    service_by: Literal["", "name", "alias", "part"] = ""
    more_services: tuple[str, ...] = ()
    provider_id: str | None = None
    provider_refused: str | None = None
    provider_gender: Gender | None = None
    location_id: str | None = None
    name: str | None = None
    digits: str = ""
    international: bool = False
    email: str | None = None
    vector: Vectors | None = field(default=None, compare=False, repr=False)
    purposes: Purposes = field(default_factory=dict, compare=False)
    asides: "tuple[Meaning, ...]" = ()
    """Questions asked beside ``rest``, or several without any wish; empty where the utterance is one act."""
    rest: "Meaning | None" = None
    about_own: bool = False
    """Asked about a visit that is there, so that no new one is offered."""
    marked: "Wants | None" = None
    """The wishes of one kind that it was marked to have."""
    left: "tuple[Wants, ...]" = ()
    """Wishes of other kinds, which wait until these are settled."""
    whole: str = ""
    """All words of the message, where ``text`` is those of its wishes alone."""
    said: str = ""
    """All words of the message, in English, whatever ``text`` has of them."""
    written: str = ""
    """The words as they were written, where ``text`` is what they are in English."""

    @property
    def danger(self) -> Danger | None:
        """The danger that was heard."""
        return self.alarm.danger if self.alarm else None

    @property
    def quoted(self) -> str:
        """Their own words."""
        return self.written or self.text

    @property
    def empty(self) -> bool:
        """Nothing but noise was heard."""
        return not self.plain

    def has(self, *acts: Act) -> bool:
        """Whether any of the acts was found."""
        return any(act in self.acts for act in acts)

    def resembles(self, *topics: Topic, least: float) -> bool:
        """Whether the sentence is, with that probability, about one of the topics."""
        if self.likeness is None or self.likeness.topic not in topics:
            return False
        return self.likeness.probability >= max(least, SURE_OF_FEW_WORDS if is_short(self.plain) else 0.0)

    def wants(self, *purposes: Purpose, least: float) -> bool:
        """Whether, with that probability, the message wants one of the purposes."""
        return any(self.purposes.get(purpose, 0.0) >= least for purpose in purposes)

    def hardly_wants(self, *purposes: Purpose, most: float) -> bool:
        """Whether each of the purposes is less probable than that; never where none were weighed."""
        return bool(self.purposes) and not self.wants(*purposes, least=most)

    @property
    def only_answers(self) -> bool:
        """Whether an utterance gives what was asked for, whatever question its words resemble ("I'd prefer a male
        provider")."""
        return self.hardly_wants(Purpose.ASK, most=_ASKS_HARDLY) and self.wants(
            Purpose.ANSWER, Purpose.CORRECT, Purpose.BOOK, least=_ANSWERS
        )

    def with_services_of(self, other: "Meaning") -> "Meaning":
        """The same with the treatments of another."""
        return replace(
            self,
            services=other.services,
            more_services=other.more_services,
            service_words=other.service_words,
            service_by=other.service_by,
        )

    def about(self, *topics: Topic) -> bool:
        """Whether any of the topics was found."""
        return any(topic in self.topics for topic in topics)


def is_asking(line: str) -> bool:
    """Whether a plain text begins as questions do."""
    return bool(_ASKS.match(line))


def is_short(line: str) -> bool:
    """Whether so little is said that likeness tells hardly anything."""
    return len(line.split()) <= _FEW_WORDS
