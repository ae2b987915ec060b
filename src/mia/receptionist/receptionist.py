"""The embedded receptionist: an offline, deterministic ``LanguageModel`` for any practice.

Understanding (``understanding/``, ``dates/``) turns an utterance into a ``Meaning``; the dialogue
(``dialogue/``) is a state machine over the conversation's memory and decides what to say and which
tool to ask for. It states only facts of ``Brief.practice`` and results of tools.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from typing import Any

from mia.platform.conversation.ports import Brief, Conclusion, Heard, Message, Output, Silence, ToolResult, Turn
from mia.platform.safety.danger import Alarm
from mia.platform.words.plain import plain
from mia.receptionist.conclusion import conclude
from mia.receptionist.dates.put_right import with_days_put_right
from mia.receptionist.dialogue import flow, outreach, tool_answers
from mia.receptionist.dialogue.answering import compared, follow_up
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step, answers_led_on, load, store
from mia.receptionist.practice import Practice, outreach_of, practice_of, read_practice
from mia.receptionist.understanding.acts import Act, hear_acts
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.clauses import clauses, without_apology, without_oneself
from mia.receptionist.understanding.dashes import without_dashes
from mia.receptionist.understanding.dictation import written
from mia.receptionist.understanding.meaning import Expecting, Meaning
from mia.receptionist.understanding.models.marking import marks
from mia.receptionist.understanding.models.nearest import groups, nearest
from mia.receptionist.understanding.models.reading import ASKED_NOTHING, faq_kind, read
from mia.receptionist.understanding.models.vectors import LONGEST_UTTERANCE, question_vectors
from mia.receptionist.understanding.records import with_x_rays_named
from mia.receptionist.understanding.spanish import in_english, speaks_spanish
from mia.receptionist.understanding.utterance import understand
from mia.receptionist.understanding.wishes.after_yes import yes_apart
from mia.receptionist.understanding.wishes.apart import apart, marked, of_wants, without_kept
from mia.receptionist.understanding.wishes.beside import part
from mia.receptionist.understanding.wishes.questions import questions_apart

_MOST_CLAUSES = 4
_MOST_WRITTEN = 7
"""Of longer utterances only the whole is understood: each clause costs milliseconds, and a call cannot wait."""
_OPEN = frozenset({ASKED_NOTHING, "else"})
"""Where anything may be said."""
_CONFIRMS = "confirm"
"""What was arranged was read back."""
_TAKES_YES = frozenset({_CONFIRMS, "cancel"})
"""Questions after whose yes something else may be asked."""
_Understands = Callable[[Heard, Practice, datetime, Expecting, bool], Meaning]
_THREADS = 1  # the sentence model is not worth more; calls queue for milliseconds


class EmbeddedReceptionist:
    """Plays the receptionist. Holds no conversation itself: everything is in ``Turn.memory``."""

    async def reply(self, turn: Turn, alarm: Alarm | None = None) -> AsyncGenerator[Output, None]:
        """Decide the next outputs; memory is complete before the first is yielded, so that the
        engine may stop listening at any point. ``alarm``: danger that someone else has noticed."""
        practice = practice_of(turn.brief)
        now = turn.now.astimezone(practice.zone).replace(tzinfo=None)
        scene = Scene(practice, _own_name(turn.brief), load(turn.memory), now)
        scene.opening = turn.brief.first_message or "How can I help you?"
        scene.voicemail = turn.brief.voicemail_message
        scene.heard_of_us = " ".join(line.content for line in turn.history if line.role == "assistant")
        if outreach_of(turn.brief) and scene.state.outreach is None:
            outreach.begin(scene.state, outreach_of(turn.brief))
        event = turn.event
        if isinstance(event, Heard):
            scene.typed = scene.state.typed = event.typed
            if event.typed:
                scene.state.spanish = speaks_spanish(
                    event.text, before=scene.state.spanish, names=flow.expecting(scene).name
                )
            event = replace(event, text=follow_up.as_asked(scene, compared.as_named(scene, event.text)))
            meaning = await self._understand(event, scene)
            meaning = replace(meaning, alarm=alarm) if alarm else meaning
            flow.heard(scene, meaning)
            if scene.again:
                flow.heard_again(scene, await self._understand(replace(event, text=scene.again), scene, calm=True))
            compared.keep(scene)
            follow_up.keep(scene, meaning)
        elif isinstance(event, Silence):
            flow.silent(scene, event.count)
        elif isinstance(event, ToolResult):
            tool_answers.tool_answered(scene, event.call_id, event.name, event.result, event.error)
        while scene.state.left and scene.state.step is Step.ELSE and not scene.state.pending:
            flow.heard(scene, await self._take_up(scene))
        outputs = scene.finish()
        store(scene.state, turn.memory)
        for output in outputs:
            yield output

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """Sum up from memory; the lines of the conversation add nothing to it."""
        return conclude(practice_of(brief), memory)

    def is_answered(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        """See ``Foreseeing``: a question of ours led on to the next."""
        return answers_led_on(load(dict(before)), load(dict(after)))

    async def hear_alarm(self, heard: Heard) -> Alarm | None:
        """The danger in what was said, before anyone answers it."""
        return await asyncio.get_running_loop().run_in_executor(_executor(), _hear_alarm, heard)

    async def nearest(self, words: str, texts: Sequence[str]) -> int | None:
        """Which of ``texts`` the words are like; ``None`` when they are like none, or like two."""
        return await asyncio.get_running_loop().run_in_executor(_executor(), nearest, words, tuple(texts))

    async def groups(self, texts: Sequence[str]) -> list[int]:
        """Which of the texts mean the same: for each the number of its group."""
        return await asyncio.get_running_loop().run_in_executor(_executor(), groups, tuple(texts))

    async def _take_up(self, scene: Scene) -> Meaning:
        """The next of the wishes that waited."""
        wanted, *left = scene.state.left
        heard = Heard(wanted.text, typed=scene.state.typed)
        loop = asyncio.get_running_loop()
        meaning = await loop.run_in_executor(
            _executor(), of_wants, wanted, partial(_again, heard, scene.practice, scene.now, Expecting())
        )
        return replace(meaning, left=tuple(left))

    async def _understand(self, heard: Heard, scene: Scene, *, calm: bool = False) -> Meaning:
        """Understanding takes 10 ms or so of CPU, so it runs beside the event loop. ``calm``: danger was denied."""
        understand = _understand_spanish if scene.in_spanish else _understand_english
        loop = asyncio.get_running_loop()
        meaning = await loop.run_in_executor(
            _executor(), _understand, understand, heard, scene.practice, scene.now, flow.expecting(scene), calm
        )
        return replace(meaning, alarm=None) if calm else meaning


def embedded_receptionist() -> EmbeddedReceptionist:
    """The receptionist that needs no provider and no network."""
    return EmbeddedReceptionist()


def prewarm(practice: Mapping[str, Any] | None = None) -> None:
    """Load the models (0.6 s), and a practice's own questions if given.

    Call it once per process before the first conversation, outside the event loop.
    """
    read("hello")
    marks("hello")
    if practice is not None:
        _know(read_practice(practice))


def _own_name(brief: Brief) -> str:
    """An assistant is listed as "Mia - Downtown Medspa", but says "Mia"."""
    return brief.assistant_name.split(" - ")[0].strip() or "Mia"


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="receptionist")


def _know(practice: Practice) -> None:
    for entry in practice.faq:
        faq_kind((*entry.questions, entry.topic))
    question_vectors(tuple(q for f in practice.faq for q in (*f.questions, f.topic) if q))


def _hear_alarm(heard: Heard) -> Alarm | None:
    """What is written in Spanish has rules of its own, and is read by its English words."""
    english = in_english(heard.text) if speaks_spanish(heard.text) else heard.text
    return hear_alarm(heard, read(english), english)


def _understand(
    language: _Understands, heard: Heard, practice: Practice, now: datetime, expected: Expecting, calm: bool
) -> Meaning:
    _know(practice)
    text = written(heard.text)
    heard = replace(heard, text=without_dashes(text) if heard.typed else text)
    return language(heard, practice, now, expected, calm)


def _understand_english(
    heard: Heard, practice: Practice, now: datetime, expected: Expecting, calm: bool
) -> Meaning:
    if expected == Expecting() and expected.asked in _OPEN:
        heard = replace(heard, text=without_apology(heard.text))
    heard = replace(heard, text=with_days_put_right(without_oneself(with_x_rays_named(heard.text))))
    return replace(_read_english(heard, practice, now, expected, calm), said=heard.text)


def _read_english(heard: Heard, practice: Practice, now: datetime, expected: Expecting, calm: bool) -> Meaning:
    """What words in English mean, and which of them are left for later."""
    again = cache(partial(_again, heard, practice, now, expected))
    whole = again(heard.text)
    if whole.alarm and not calm:
        return whole
    if expected.asked in _TAKES_YES:
        freely = partial(_again, heard, practice, now, Expecting())
        if agreed := yes_apart(heard.text, again, freely):
            return agreed
    answering = expected != Expecting()
    free = not answering and expected.asked in _OPEN
    if free or expected.asked == _CONFIRMS:
        heard = replace(heard, text=without_kept(heard.text))
        whole = again(heard.text)
    if free and (first := apart(whole, again)):
        return replace(first, alarm=None)  # a message without danger has none in its parts
    pieces = (
        questions_apart(clauses(heard.text[:LONGEST_UTTERANCE]), heard.text)
        if free
        else clauses(heard.text[:LONGEST_UTTERANCE])
    )
    if 1 < len(pieces) <= (_MOST_WRITTEN if heard.typed else _MOST_CLAUSES):
        whole = part(whole, [again(piece) for piece in pieces], again, answering=answering)
    return replace(marked(whole, again), alarm=None) if free else whole


def _again(heard: Heard, practice: Practice, now: datetime, expected: Expecting, text: str) -> Meaning:
    """What some of the words that were heard mean."""
    return understand(replace(heard, text=text), practice, now, expected, read(text, expected.asked))


def _understand_spanish(
    heard: Heard, practice: Practice, now: datetime, expected: Expecting, calm: bool
) -> Meaning:
    """What is written in Spanish, by its English words; danger, which has Spanish rules, and a wish for no contact
    by its own."""
    english = replace(heard, text=in_english(heard.text, names=expected.name))
    meaning = _understand_english(english, practice, now, expected, calm)
    alarm = hear_alarm(heard, read(english.text), english.text)
    acts = meaning.acts | (hear_acts(plain(heard.text)) & {Act.NO_CONTACT})
    return replace(meaning, written=heard.text, alarm=alarm, acts=acts)
