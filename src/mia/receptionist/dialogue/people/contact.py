"""The answer to "may I have your name and number?", and what is asked beside it."""

from dataclasses import replace

from mia.receptionist.dialogue.answering.answers import answer_each
from mia.receptionist.dialogue.people import call_back, hand_off, reach
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.phones import hear_extension

_MOST_ASKED = 2
"""Times that name and number are asked for where questions came instead."""


def turn(scene: Scene, meaning: Meaning) -> None:
    """Take up who it is; asked for once more is only what is half known, or what a question came in place of."""
    state = scene.state
    had_name, own = state.name, meaning.rest or meaning
    changed = take_up(scene, own)
    if meaning.email:
        state.email = meaning.email
    if extension := hear_extension(meaning.text):
        state.person_reason += f" (extension {extension})"
    refused = meaning.has(Act.REFUSE, Act.PERSON, Act.NO_CONTACT) or (meaning.has(Act.NO) and not changed)
    asked_instead = not (changed or meaning.email or refused) and _asks(meaning)
    whole = asked_instead or ("?" in meaning.text and not meaning.asides)
    _answer_beside(scene, meaning, (replace(meaning, digits="", name=None),) if whole else meaning.asides)
    if meaning.has(Act.SPANISH) and not changed and state.said.get("ask_contact_spanish", 0) < _MOST_ASKED:
        state.person_reason = hand_off.LANGUAGE
        scene.say("ask_contact_spanish")
    elif state.phone_part and not refused:
        booking.ask_phone(scene)
        state.step = Step.PERSON_CONTACT
    elif not refused and call_back.said_again(scene, changed):
        state.step = Step.PERSON_CONTACT
    elif not refused and _is_half_known(scene, meaning, had_name, changed):
        reach.ask(scene)
    elif asked_instead and state.said.get("ask_contact_still", 0) < _MOST_ASKED:
        scene.say("ask_contact_still")
    elif meaning.has(Act.YES) and not (changed or refused or state.said.get("go_ahead")):
        scene.say("go_ahead")
    else:
        _tell_team(scene, meaning)


def _is_half_known(scene: Scene, meaning: Meaning, had_name: str | None, changed: set[str]) -> bool:
    """Whether a name came without a number or address, or the other way round."""
    state = scene.state
    if state.name and not had_name:
        return not reach.is_known(scene)
    return not state.name and ("phone" in changed or bool(meaning.email))


def _asks(meaning: Meaning) -> bool:
    return "?" in meaning.text or is_asking(meaning.plain) or asks_only(meaning)


def _answer_beside(scene: Scene, meaning: Meaning, asked: tuple[Meaning, ...]) -> None:
    """Answer what is asked; what we cannot tell goes to the team with the rest."""
    state = scene.state
    before, asked = len(state.unanswered), tuple(one for one in asked if not reach.is_wish(one))
    if asked:
        answer_each(scene, asked, "")
        scene.unanswered = False
    if len(state.unanswered) > before:
        scene.say("added_question")
        _note(scene, meaning)
        state.unanswered_offered = len(state.unanswered)


def _note(scene: Scene, meaning: Meaning) -> None:
    """Keep what they say with what is passed on."""
    words = hand_off.in_their_words(meaning)
    if words not in scene.state.person_reason:
        scene.state.person_reason = f"{scene.state.person_reason}. {words}"


def _tell_team(scene: Scene, meaning: Meaning) -> None:
    """Pass on what was wanted, with what was told beside name and number."""
    if len(meaning.plain.split()) >= hand_off.FEWEST_TOLD or meaning.has(Act.NO_CONTACT):
        _note(scene, meaning)
    hand_off.request(scene)
