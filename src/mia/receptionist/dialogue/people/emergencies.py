"""Danger: the fixed script, then people, and nothing else until it is over."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.platform.safety.danger import Alarm, Danger, hear_danger, speaks_of_an_end
from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people import after_danger, call_back, hand_off
from mia.receptionist.dialogue.people.misses import A_STORY
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.clinical import needs_clinician
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.wishes.matters import BY_WORDS_ALONE, hear_matter

_LIKELY, _FOR_CLINICIANS = 0.5, 0.15
"""Probabilities from which something is wanted, and from which a question is one for clinicians."""
_SURELY = 0.6  # probability from which something is wanted beside danger
_FEW = 8  # words of half a yes
_OF_OURS = (
    Purpose.BOOK,
    Purpose.MOVE,
    Purpose.CANCEL,
    Purpose.OWN,
    Purpose.TASK,
    Purpose.PERSON,
    Purpose.STOP,
    Purpose.ANSWER,
)
"""What is gone on with when there is no danger."""
_OF_ANYTHING = {Topic.SERVICE_INFO, Topic.POLICY, Topic.PREPARE, Topic.OFF_TOPIC}
"""What "what do I do in an emergency?" resembles."""
_PLEASANTRIES = {Topic.GOODBYE, Topic.SMALL_TALK, Topic.GREETING, Topic.ANSWER}
"""What a "no, nothing like that" resembles."""
_NOT_YET = re.compile(
    r"\b(?:tonight|not yet|later (?:today|tonight|on)|once (?:the|every|they|he|she)"
    r"|when (?:he|she|they|everyone)|soon enough)\b"
)
"""A no that only puts it off: "no, not right now. tonight"."""
_OF_A_VISIT = (Purpose.BOOK, Purpose.MOVE, Purpose.OWN, Purpose.ASK)
_HALF = re.compile(
    r"\b(?:kinda|kind of|sort of|sorta|a (?:bit|little)|maybe|possibly|perhaps|i"
    r" (?:think|guess|suppose) so|not sure"
    r"|i do not know|idk|dunno|yes and no|hard to (?:say|tell)|un poco|mas o menos|tal vez|creo que si|no se)\b"
)
"""A yes that is not quite one, which counts as a yes."""
_WEAK_YES = re.compile(r"(?:ok|okay|k|alright|all right|sure|cool|great|fine|good|perfect)\b")
_NOT_BAD = re.compile(
    r"\b(?:not|never) (?:(?:really|that|too|very|even|actually|in any|in) )*"
    r"(?:painful|pain|hurting|bleeding|bad|serious|urgent|swollen|sore|an emergency)\b"
    r"|\b(?:does|do) not hurt\b|\bno (?:pain|bleeding|swelling|emergency)\b"
)
"""How it is told that what happened is nothing urgent: "not painful, just sharp"."""
_MAY_BE_DANGER = 0.3
"""The probability of danger from which an answer tells of some."""


def begin(scene: Scene, alarm: Alarm, meaning: Meaning) -> None:
    """The fixed script, then people. Nothing else is talked about until the caller says it is over."""
    state = scene.state
    if state.step is Step.EMERGENCY and after_danger.is_helped(scene, meaning):
        _goes_on(scene, meaning)  # "the ambulance is coming" is no new danger
        return
    _remember_before(scene, meaning)
    state.spanish = alarm.spanish or scene.in_spanish
    if alarm.danger is Danger.ASKED:
        of_an_end = speaks_of_an_end(plain(meaning.quoted))
        ask_whether(scene, "crisis_asked" if of_an_end else "emergency_asked")
        return
    _say_urgent(scene, "crisis" if alarm.danger is Danger.CRISIS else "emergency")
    first = not state.emergency
    state.emergency, state.step = True, Step.EMERGENCY
    # "I'm dying" is no name: one that is said beside the danger counts when it is first and last name.
    hand_off.take_up_who(scene, meaning if " " in (meaning.name or "") else replace(meaning, name=None))
    state.booking = False
    words = hand_off.in_their_words(meaning)
    if first and scene.practice.on_call:
        _say_urgent(scene, "emergency_alerting")
    state.person_reason = after_danger.with_later(state.person_reason or "", words)
    # Asked for each time: people may have finished with the first task by now, and are alerted again.
    hand_off.leave_task(scene, state.person_reason, "emergency", wait=first)


def ask_whether(scene: Scene, key: str) -> None:
    """Name help, and ask whether it is needed."""
    _say_urgent(scene, key)
    scene.state.step = Step.EMERGENCY_CHECK


def begin_asking(scene: Scene, meaning: Meaning, told: str) -> None:
    """Ask someone whose words, all of them ``told``, add up to a farewell whether they mean to harm themselves."""
    _remember_before(scene, meaning)
    scene.state.doubted = {**(scene.state.doubted or {}), "told": told}
    ask_whether(scene, "crisis_asked")


def _remember_before(scene: Scene, meaning: Meaning) -> None:
    """Where the conversation stood, what was said, and what was wanted: it is gone back to without danger."""
    state = scene.state
    before = state.doubted or {"step": state.step.value, "booking": state.booking, "wish": ""}
    text = meaning.written or meaning.text
    wish = text if meaning.services or meaning.wants(*_OF_OURS, least=_SURELY) else before.get("wish", "")
    state.doubted = {**before, "text": text, "wish": wish}


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Everything said after the emergency script; whether it settled the turn."""
    state = scene.state
    if after_danger.is_over(meaning):
        if not state.said.get("crisis"):
            return _is_over(scene, meaning)
        state.doubted = {**(state.doubted or {}), "text": meaning.quoted, "told": ""}
        ask_whether(scene, "crisis_check")
        return True
    told = after_danger.hear_told(scene, meaning)
    if not told.phrases and _may_be_mistaken(scene, meaning):
        ask_whether(scene, "emergency_check")
        return True
    is_name = not told.phrases or bool(meaning.digits) or " " in (meaning.name or "")
    changed = hand_off.take_up_who(scene, meaning if is_name else replace(meaning, name=None))
    state.booking = False
    if told.for_team:
        after_danger.tell_team(scene, meaning)
    elif changed & {"phone", "name"}:
        # The urgent task is there; a repeat brings it up to date.
        hand_off.leave_task(scene, state.person_reason, "emergency", wait=False)
    for phrase in told.phrases:
        _say_urgent(scene, phrase)
    if not (_takes_contact(scene, changed) or told.phrases or _says_bye(scene, meaning)):
        if told.for_team:
            _say_urgent(scene, "emergency_added")
        else:
            urge_again(scene)
    return True


def _is_over(scene: Scene, meaning: Meaning) -> bool:
    """Go back to what was wanted before the danger, or with what is wanted now; whether that settled the turn."""
    state = scene.state
    before, state.doubted = state.doubted or {}, None
    step, state.booking = Step(before.get("step", Step.OPEN)), bool(before.get("booking"))
    state.step = Step.ELSE
    wants_now = bool(meaning.services) or meaning.wants(Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, least=_SURELY)
    wish = str(before.get("wish", ""))
    if not (wants_now or wish or state.booking):
        _say_urgent(scene, "emergency_over")
        return True
    _say_urgent(scene, "emergency_over_goes_on")
    if wants_now or wish:
        state.step = step if step is not Step.EMERGENCY else Step.OPEN
        scene.again = "" if wants_now else wish
        return not wants_now
    booking.advance(scene)
    return True


def _takes_contact(scene: Scene, changed: set[str]) -> bool:
    """Thank for a name or a number, and ask for what is missing; whether either was told."""
    state = scene.state
    if "phone" in changed:
        _say_urgent(scene, "emergency_noted")
        call_back.read_back(scene)
    elif state.phone_part and "phone_part" in changed:
        booking.ask_phone(scene)
        state.step = Step.EMERGENCY
    elif "name" in changed:
        _say_urgent(scene, "emergency_noted")
        if not state.phone:
            _say_urgent(scene, "emergency_phone")
    else:
        return False
    return True


def _says_bye(scene: Scene, meaning: Meaning) -> bool:
    """Take leave of who does; whether they did."""
    if meaning.danger or not meaning.has(Act.GOODBYE, Act.THANKS):
        return False
    _say_urgent(scene, "emergency_bye")
    if meaning.has(Act.GOODBYE) or not scene.typed:
        scene.end()
    return True


def _goes_on(scene: Scene, meaning: Meaning) -> None:
    """Take up what matters to someone who has heard the script, which the team hears of."""
    after_danger.tell_team(scene, meaning)
    for phrase in after_danger.hear_told(scene, meaning).phrases:
        _say_urgent(scene, phrase)


def _may_be_mistaken(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone says no to the script, or goes on about a visit: words of danger may have been a joke. Never
    where they may harm themselves."""
    goes_on = meaning.has(Act.NO) or (meaning.services and meaning.when.has_day)
    return bool(goes_on) and meaning.danger is None and not meaning.digits and not scene.state.said.get("crisis")


def urge_again(scene: Scene) -> None:
    """Say once more where help is."""
    _say_urgent(scene, "crisis_again" if scene.state.said.get("crisis") else "emergency_again")


def _say_urgent(scene: Scene, key: str) -> None:
    """In the caller's language; someone who writes has nothing to hang up."""
    scene.say(key, call="call" if scene.typed else "hang up and call")


def check_turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to "is something happening right now?"; whether it settled the turn. After a bare no it goes on
    with what was said before, as if nobody had thought of danger."""
    state = scene.state
    denied = denies(meaning)
    if not denied and ((meaning.has(Act.YES) and not _turns_to_a_visit(meaning)) or _half_yes(meaning)):
        danger = Danger.CRISIS if _may_harm_themselves(scene) else Danger.NOW
        begin(scene, Alarm(danger, state.spanish), _with_what_was_said(scene, meaning))
        return True
    if _NOT_YET.search(meaning.plain) and not meaning.wants(*_OF_A_VISIT, least=_LIKELY):
        begin(scene, Alarm(Danger.CRISIS, state.spanish), _with_what_was_said(scene, meaning))
        return True
    if after_danger.is_over(meaning) and not meaning.wants(*_OF_A_VISIT, least=_LIKELY):
        return _is_over(scene, meaning)
    before, state.doubted = state.doubted or {}, None
    state.step, state.booking = Step(before.get("step", Step.OPEN)), bool(before.get("booking"))
    if denied or (meaning.has(Act.NO) and not set(meaning.topics) - _PLEASANTRIES):
        scene.again = str(before.get("text", ""))
        if not scene.again:
            hand_off.ask_else(scene)
        return True
    return False


def denies(meaning: Meaning) -> bool:
    """Whether what happened is told in few words to be nothing urgent, with no words of danger beside it."""
    if len(meaning.plain.split()) > _FEW:
        return False
    rest = _NOT_BAD.sub(" ", plain(meaning.quoted))
    return bool(_NOT_BAD.search(meaning.plain)) and hear_danger(rest) is None


def _turns_to_a_visit(meaning: Meaning) -> bool:
    """Whether an "alright" only begins a wish: "alright, book me Botox on Monday"."""
    return bool(_WEAK_YES.match(meaning.plain) and meaning.services and meaning.wants(Purpose.BOOK, least=_LIKELY))


def _half_yes(meaning: Meaning) -> bool:
    """Whether an answer is half a yes, or tells of danger itself: "kinda", "well, it's gone numb"."""
    if meaning.has(Act.NO) or after_danger.is_over(meaning) or meaning.wants(*_OF_A_VISIT, least=_LIKELY):
        return False
    few = len(meaning.plain.split()) <= _FEW
    return bool(few and _HALF.search(meaning.plain)) or meaning.odds.get(Topic.EMERGENCY, 0.0) >= _MAY_BE_DANGER


def _may_harm_themselves(scene: Scene) -> bool:
    """Whether it was asked if they would."""
    return bool(scene.state.said.get("crisis_asked") or scene.state.said.get("crisis"))


def _with_what_was_said(scene: Scene, meaning: Meaning) -> Meaning:
    """An answer after the words that were asked about, so that the team hears of more than "yes"."""
    doubted = scene.state.doubted or {}
    before = str(doubted.get("told") or doubted.get("text", ""))
    return replace(meaning, text=f"{before} {meaning.text}".strip(), written="")


def go_on(scene: Scene, meaning: Meaning) -> bool:
    """Whether what was said, in which there is no danger, asks for anything that is ours; else people are asked
    what they want."""
    for_clinicians = needs_clinician(meaning.plain) or meaning.odds.get(Topic.CLINICAL, 0.0) >= _FOR_CLINICIANS
    if for_clinicians or hear_matter(meaning, least=BY_WORDS_ALONE):
        return True
    asks = bool(meaning.services) or (meaning.by_rule and meaning.about(*QUESTIONS - _OF_ANYTHING))
    if meaning.wants(Purpose.CLINICAL, least=_LIKELY) or not (asks or meaning.wants(*_OF_OURS, least=_LIKELY)):
        scene.state.step = Step.OPEN
        if len(meaning.plain.split()) < A_STORY:
            hand_off.ask_else(scene)
        else:
            scene.say("come_in_for")
        return False
    return True


def on_person(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Only a practice that has people on call may claim that they know; a task alone is a note."""
    state, left = scene.state, bool(result) and not error
    state.handed_off = state.handed_off or left
    if not left:
        _say_urgent(scene, "emergency_not_left")
    else:
        _say_urgent(scene, "emergency_told" if scene.practice.on_call else "emergency_left_note")
    state.step = Step.EMERGENCY
    if not state.phone:
        _say_urgent(scene, "emergency_phone")
