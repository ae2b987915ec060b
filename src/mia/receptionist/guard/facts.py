"""What a model may state: what the practice wrote, what tools returned, what was said in the conversation."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from mia.platform.conversation.ports import Brief
from mia.receptionist.guard.moments import Clock, Day, moments
from mia.receptionist.guard.money import Amount, amounts, service_amounts
from mia.receptionist.guard.normal import normal
from mia.receptionist.practice import Practice, outreach_of, read_practice

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


@dataclass(frozen=True)
class Statement:
    """A text that is true, or was said: the days, times and amounts in it, and the services it is about."""

    days: tuple[Day, ...] = ()
    clocks: tuple[Clock, ...] = ()
    amounts: frozenset[Amount] = frozenset()
    services: frozenset[str] = frozenset()


@dataclass
class Outcomes:
    """What tools have done in this conversation. ``visits`` are starts of visits that stand, ``told`` how tools
    put them in words."""

    visits: list[datetime] = field(default_factory=list)
    told: list[Statement] = field(default_factory=list)
    booked: bool = False
    moved: bool = False
    canceled: bool = False
    person: bool = False
    code: bool = False
    urgent: bool = False
    stopped: bool = False


@dataclass
class Facts:
    """Everything that a sentence is held against.

    ``solid`` comes from the practice and its tools, ``said`` from the people in the conversation. ``starts`` are
    local times of slots and visits. ``words`` and ``said_words`` are in lower case; ``text`` and ``said_text``
    hold all of it in normal form, for what must stand there as it is: numbers to call, addresses, doses.
    ``said_digits`` are the caller's, in the order in which they came. ``untold`` are the ids of services that a
    call of ours is about and that nobody may hear before they have confirmed to be the person called.
    """

    practice: Practice
    now: datetime
    solid: list[Statement] = field(default_factory=list)
    said: list[Statement] = field(default_factory=list)
    starts: list[datetime] = field(default_factory=list)
    outcomes: Outcomes = field(default_factory=Outcomes)
    words: set[str] = field(default_factory=set)
    said_words: set[str] = field(default_factory=set)
    text: str = ""
    said_text: str = ""
    said_digits: str = ""
    untold: frozenset[str] = frozenset()


@dataclass(frozen=True)
class BriefFacts:
    """The facts of a brief, which do not change while a conversation lasts. The prompt is no part of ``text``:
    its facts count, its wording must not be repeated."""

    statements: tuple[Statement, ...]
    words: frozenset[str]
    text: str


def brief_facts(brief: Brief, today: date) -> BriefFacts:
    """What the practice wrote: its data, the prompt, examples, the first message, whom a call of ours is for."""
    written = [brief.first_message, brief.voicemail_message, brief.assistant_name, brief.system_prompt]
    written += [message.content for message in brief.before]
    practice = brief.context.get("practice") or {}
    raw = json.dumps([practice, outreach_of(brief), *written], sort_keys=True, default=str)
    return _brief_facts(raw, today)


def statement(practice: Practice, text: str, now: datetime) -> Statement:
    """A text read as a statement."""
    line = normal(text)
    named = [one.what for one in moments(line, now)]
    return Statement(
        days=tuple(what for what in named if isinstance(what, Day)),
        clocks=tuple(what for what in named if isinstance(what, Clock)),
        amounts=frozenset(amounts(text)),
        services=services_in(practice, line),
    )


def services_in(practice: Practice, line: str) -> frozenset[str]:
    """Ids of the services that a normal text names in full, by name or alias."""
    return frozenset(id_ for phrase, id_ in _service_phrases(practice) if f" {phrase} " in f" {line} ")


def words_of(text: str) -> set[str]:
    """The words of a text in lower case, parts of compounds besides."""
    found = {word.lower() for word in _WORD.findall(text)}
    return found | {part for word in found for part in re.split(r"['\u2019-]", word) if part}


def strings_in(value: Any) -> Iterator[str]:
    """All texts in a JSON value; numbers and keys are left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings_in(one)


@lru_cache(maxsize=64)
def _brief_facts(raw: str, today: date) -> BriefFacts:
    content, outreach, *written, prompt = json.loads(raw)
    practice = read_practice(content)
    now = datetime.combine(today, time())
    faq = [
        f"{row.get('topic')} {row.get(text)}"
        for row in content.get("faq") or ()
        for text in ("answer", "answer_es")
        if row.get(text)
    ]
    texts = [*written, *strings_in(outreach), *strings_in(content), *faq]
    lines = [line for line in prompt.splitlines() if line.strip()]
    statements = [_of_service(practice, row) for row in content.get("services") or () if "id" in row]
    statements += _opening_hours(practice)
    statements += [statement(practice, text, now) for text in (*lines, *texts)]
    return BriefFacts(
        statements=tuple(one for one in statements if one.days or one.clocks or one.amounts),
        words=frozenset(words_of(" ".join((*lines, *texts)))),
        text=" | ".join(normal(text) for text in texts),
    )


def _of_service(practice: Practice, row: dict[str, Any]) -> Statement:
    return Statement(amounts=frozenset(service_amounts(row)), services=frozenset({str(row["id"])}))


def _opening_hours(practice: Practice) -> Iterator[Statement]:
    for weekday, spans in practice.hours.items():
        clocks = tuple(Clock(edge.hour * 60 + edge.minute) for span in spans for edge in span)
        yield Statement(days=(Day(weekday=weekday),), clocks=clocks)


@lru_cache(maxsize=64)
def _service_phrases(practice: Practice) -> tuple[tuple[str, str], ...]:
    found: dict[tuple[str, str], None] = {}
    for service in practice.services:
        for name in (service.name, *service.aliases):
            phrase = normal(name)
            for form in (phrase, phrase.removesuffix("s"), f"{phrase}s"):
                if len(form) > 2:
                    found[form, service.id] = None
    return tuple(found)
