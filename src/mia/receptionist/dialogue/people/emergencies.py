"""Danger: the fixed script, then people, and nothing else until it is over."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.platform.safety.danger import Alarm, Danger, hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people import call_back, hand_off
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

_LONGEST_REASON = 600
"""Characters of what was said before, which the newest words are added to; the tool takes 1,000."""
_LIKELY, _FOR_CLINICIANS = 0.5, 0.15
"""Probabilities from which something is wanted, and from which a question is one for clinicians."""
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
_REJECTS = re.compile(r"\b(?:no|not|never|will not|cannot)\b")
_OF_A_VISIT = (Purpose.BOOK, Purpose.MOVE, Purpose.OWN, Purpose.ASK)
_ON_THE_WAY = re.compile(
    r"\b(?:at|in|to|from) (?:the |an )?(?:e\.?r\.?|emergency(?: room)?|hospital|urgent care)\b|\bambulanc(?:e|ia)\b"
    r"|\bparamedics?\b|\b(?:called|calling|dialed|on (?:the phone )?with) 911\b|\b911 is (?:on|coming)"
)
_THE_VISIT = re.compile(
    r"\b(?:appointments?|appt|visit|booking|cancel\w*|reschedul\w*|spot|slot|not (?:coming|make))\b"
)
"""What is told after the script: help is on the way, or a visit is on their mind."""
_DANGER = "Possible emergency. The caller said: "


def begin(scene: Scene, alarm: Alarm, meaning: Meaning) -> None:
    """The fixed script, then people. Nothing else is talked about until the caller says it is over."""
    state = scene.state
    if state.step is Step.EMERGENCY and _is_helped(meaning):
        _goes_on(scene, meaning)  # "the ambulance is coming" is no new danger
        return
    before = state.doubted or {"step": state.step.value, "booking": state.booking}
    state.doubted = {**before, "text": meaning.written or meaning.text}
    state.spanish = alarm.spanish or scene.in_spanish
    if alarm.danger is Danger.ASKED:
        _say_urgent(scene, "emergency_asked")
        state.step = Step.EMERGENCY_CHECK
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
    earlier = (state.person_reason or "")[:_LONGEST_REASON]
    state.person_reason = f"{earlier}. Later: {words}" if earlier.startswith(_DANGER) else f"{_DANGER}{words}"
    # Asked for each time: people may have finished with the first task by now, and are alerted again.
    hand_off.leave_task(scene, state.person_reason, "emergency", wait=first)


def turn(scene: Scene, meaning: Meaning) -> None:
    """Everything said after the emergency script."""
    state = scene.state
    if meaning.has(Act.NOT_DANGER) and meaning.danger is None:
        state.step, state.doubted = Step.ELSE, None
        _say_urgent(scene, "emergency_over")
        return
    if _may_be_mistaken(scene, meaning):
        _say_urgent(scene, "emergency_check")
        state.step = Step.EMERGENCY_CHECK
        return
    changed = hand_off.take_up_who(scene, meaning)
    state.booking = False
    if changed & {"phone", "name"}:
        # The urgent task is there; a repeat brings it up to date.
        hand_off.leave_task(scene, state.person_reason, "emergency", wait=False)
    goes_on = meaning.danger is None and _goes_on(scene, meaning)
    if not (_takes_contact(scene, changed) or goes_on or _says_bye(scene, meaning)):
        urge_again(scene)


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


def _goes_on(scene: Scene, meaning: Meaning) -> bool:
    """Take up what matters to someone who has heard the script: the visit they will miss, which the team hears of,
    and that help is there or on its way."""
    visit, helped = _THE_VISIT.search(meaning.plain), _is_helped(meaning)
    if visit:
        told = f"{scene.state.person_reason}. Later: {hand_off.in_their_words(meaning)}"
        hand_off.leave_task(scene, told, "emergency", wait=False)
        _say_urgent(scene, "emergency_visit")
    if helped:
        _say_urgent(scene, "emergency_helped")
    return bool(visit or helped)


def _is_helped(meaning: Meaning) -> bool:
    """Whether help is told to be there, or on its way, and no more danger: "they're coming, but he stopped
    breathing"."""
    said = meaning.quoted.casefold()
    rest = plain(_ON_THE_WAY.sub(" ", said))
    return rest != plain(said) and not _REJECTS.search(meaning.plain) and hear_danger(rest) is None


def _may_be_mistaken(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone says no to the script, or goes on about a visit: words of danger may have been a joke. Never
    where they may harm themselves."""
    if _THE_VISIT.search(meaning.plain) and not meaning.has(Act.NO):
        return False
    goes_on = meaning.has(Act.NO) or (meaning.services and meaning.when.has_day)
    return bool(goes_on) and meaning.danger is None and not meaning.digits and not scene.state.said.get("crisis")


def urge_again(scene: Scene) -> None:
    """Say once more where help is."""
    _say_urgent(scene, "emergency_again")


def _say_urgent(scene: Scene, key: str) -> None:
    """In the caller's language; someone who writes has nothing to hang up."""
    scene.say(key, call="call" if scene.typed else "hang up and call")


def check_turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to "is something happening right now?"; whether it settled the turn. After a bare no it goes on
    with what was said before, as if nobody had thought of danger."""
    state = scene.state
    if meaning.has(Act.YES):
        begin(scene, Alarm(Danger.NOW, state.spanish), _with_what_was_said(scene, meaning))
        return True
    if _NOT_YET.search(meaning.plain) and not meaning.wants(*_OF_A_VISIT, least=_LIKELY):
        begin(scene, Alarm(Danger.CRISIS, state.spanish), _with_what_was_said(scene, meaning))
        return True
    before, state.doubted = state.doubted or {}, None
    state.step, state.booking = Step(before.get("step", Step.OPEN)), bool(before.get("booking"))
    if meaning.has(Act.NO) and not set(meaning.topics) - _PLEASANTRIES:
        scene.again = str(before.get("text", ""))
        if not scene.again:
            hand_off.ask_else(scene)
        return True
    return False


def _with_what_was_said(scene: Scene, meaning: Meaning) -> Meaning:
    """An answer after the words that were asked about, so that the team hears of more than "yes"."""
    before = str((scene.state.doubted or {}).get("text", ""))
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
