"""A call that Mia makes, or a text someone sends back: who is it, is a visit welcome, and when not to go on.

Of the person only the first name is said, of the visit only that it is due. Nothing more is told before
the person has confirmed to be it, and the front office has taken note of that.
"""

import re
from collections.abc import Mapping
from typing import Any

from mia.platform.safety.danger import hear_danger
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.saying.speaking import say_phone
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, State, Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.outbound_replies import Reply, denies_name, hear_replies, says_name

_MOST_TRIES = 2
"""How often the person is asked who it is before the call is given up."""
_CANNOT_TALK_NOW = re.compile(
    r"\bi (?:really )?can not (?:talk|speak|chat) (?:right now|now|at the moment|right this (?:second|moment))\b"
)
_NOT_NOW = re.compile(r"(?:no )?not (?:right )?(?:now|today|this (?:week|month|year|time))\b")
CALL_BACK = "Asked to be called another time"

Replies = frozenset[Reply]


def begin(state: State, outreach: Mapping[str, Any]) -> None:
    """Prepare the state for a conversation that the practice has begun."""
    identified = bool(outreach.get("identified"))
    state.outreach = {
        "first_name": str(outreach.get("first_name") or ""),
        "services": [str(service) for service in outreach.get("services") or ()],
        "identified": identified,
        "lead": outreach.get("kind") == "lead",
        "tries": 0,
    }
    state.step = Step.OPEN if identified else Step.IDENTITY
    offered = outreach.get("offered")
    if identified and isinstance(offered, list) and offered:
        # They answer a message in which these times stood.
        state.booking, state.step, state.offered = True, Step.SLOT, [dict(slot) for slot in offered]


def heard(scene: Scene, meaning: Meaning) -> bool:
    """What only the person called says; whether it settled the turn."""
    replies = hear_replies(meaning.plain)
    if meaning.alarm and meaning.alarm.is_urgent and not _only_busy(meaning):
        return False
    if _never_again(scene, replies):
        return True
    if _opening_unheard(scene):
        return True
    if scene.state.step in (Step.IDENTITY, Step.NUMBER):
        return _identity_turn(scene, meaning, replies)
    return _known_turn(scene, meaning, replies)


def _only_busy(meaning: Meaning) -> bool:
    """ "I can't talk right now" is a sign of a stroke only when nothing but it is said of the moment."""
    rest = _CANNOT_TALK_NOW.sub(" ", meaning.plain)
    return rest != meaning.plain and hear_danger(" ".join(rest.split())) is None


def silent(scene: Scene, count: int) -> bool:
    """No one says anything at the beginning; whether that settled it."""
    if scene.state.step not in (Step.IDENTITY, Step.NUMBER) or count < _MOST_TRIES:
        return False
    _finish(scene, "not_available", "out_bye", reason="silence-timed-out")
    return True


def on_identity(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """The front office has noted who it is: say what it is about, and look for times."""
    outreach = _outreach(scene)
    if error or result.get("status") != "confirmed":
        _finish(scene, "not_available", "out_trouble", phone=_phone(scene))
        return
    outreach["identified"] = True
    scene.say("out_purpose_lead" if outreach["lead"] else "out_purpose")
    scene.state.booking = True
    booking.advance(scene)


def on_stopped(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """The front office has taken the number off: say so once, and end."""
    stopped = error is None and result.get("status") == "stopped"
    scene.say("out_stopped" if stopped else "out_stop_failed", practice=scene.practice.name)
    scene.end()


def _never_again(scene: Scene, replies: Replies) -> bool:
    """A mailbox, and wishes that hold anyone who utters them."""
    if Reply.MAILBOX in replies and not scene.state.booking:
        scene.tell(scene.voicemail)
        _outreach(scene)["outcome"] = "voicemail"
        scene.end("voicemail")
    elif Reply.STOP in replies:
        _outreach(scene)["outcome"] = "stopped"
        scene.call("stop_contact", {})
    elif Reply.WRONG_NUMBER in replies and not scene.state.booked:
        _wrong_number(scene)
    else:
        return False
    return True


def _opening_unheard(scene: Scene) -> bool:
    """People say "hello?" or "yes?" into the opening. Who calls, and the question, must have been said before any
    answer counts: say it again."""
    outreach = _outreach(scene)
    asked = outreach["first_name"] in scene.heard_of_us
    if asked or scene.state.step is not Step.IDENTITY or outreach["tries"] >= _MOST_TRIES:
        return False
    outreach["tries"] += 1
    scene.tell(scene.opening)
    return True


def _identity_turn(scene: Scene, meaning: Meaning, replies: Replies) -> bool:
    """The answer to "am I speaking with Ana?", or to "is this the wrong number?"."""
    name = _outreach(scene)["first_name"]
    it_is = says_name(meaning.plain, name)
    if scene.state.step is Step.NUMBER:
        _number_turn(scene, meaning, replies)
    elif meaning.has(Act.PERSON) and Reply.BAD_TIME not in replies:
        return False
    elif not it_is and _not_them(scene, meaning, replies):
        pass
    elif Reply.BAD_TIME in replies:
        _bad_time(scene)
    elif Reply.IDENTITY in replies or it_is:
        _confirm(scene)
    elif Reply.WHO in replies or meaning.about(Topic.ROBOT):
        scene.say("out_who", assistant=scene.assistant, practice=scene.practice.name)
        _ask_identity(scene)
    elif meaning.has(Act.YES):
        _confirm(scene)
    elif meaning.has(Act.SPANISH, Act.COMPLAINT):
        return False
    else:
        _ask_again(scene)
    return True


def _not_them(scene: Scene, meaning: Meaning, replies: Replies) -> bool:
    """Someone else has answered, or no one wants to talk; whether it was that."""
    if Reply.NOT_INTERESTED in replies:
        _declined(scene)
    elif Reply.ABSENT in replies:
        _leave_word(scene)
    elif Reply.BAD_TIME in replies:
        _bad_time(scene)
    elif Reply.FETCHING in replies:
        scene.say("out_fetching")
    elif Reply.RECORDING in replies:
        scene.say("out_not_recorded")
        _ask_identity(scene)
    elif meaning.has(Act.NO) or denies_name(meaning.plain, _outreach(scene)["first_name"]):
        scene.state.step = Step.NUMBER
        scene.say("out_wrong")
    else:
        return False
    return True


def _number_turn(scene: Scene, meaning: Meaning, replies: Replies) -> None:
    """Someone who is not the person says whether the number is wrong, or the person out."""
    if Reply.FETCHING in replies:
        scene.state.step = Step.IDENTITY
        scene.say("out_fetching")
    elif says_name(meaning.plain, _outreach(scene)["first_name"]):
        _confirm(scene)
    elif meaning.has(Act.YES) and Reply.ABSENT not in replies:
        _wrong_number(scene)
    elif Reply.IDENTITY in replies:
        _confirm(scene)
    else:
        _leave_word(scene)


def _known_turn(scene: Scene, meaning: Meaning, replies: Replies) -> bool:
    """The person is known: what matters beside the visit itself."""
    state = scene.state
    if state.booked or state.handed_off or state.emergency or state.step is Step.PERSON_CONTACT:
        return False
    offering = state.step in VISIT_STEPS or state.step is Step.OPEN
    if Reply.RECORDING in replies:
        scene.say("out_not_recorded")
        _go_on(scene)
    elif Reply.BAD_TIME in replies and not meaning.when.has_time:
        _bad_time(scene)
    elif Reply.ALREADY in replies:
        _finish(scene, "declined", "out_already")
    elif Reply.NOT_INTERESTED in replies and offering and (not meaning.when or _NOT_NOW.match(meaning.plain)):
        _declined(scene)
    elif Reply.DETAILS in replies and not meaning.services:
        scene.say("out_no_details")
        _go_on(scene)
    elif Reply.WHO in replies:
        scene.say("out_who", assistant=scene.assistant, practice=scene.practice.name)
        scene.say("out_about_lead" if _outreach(scene)["lead"] else "out_about")
        _go_on(scene)
    elif state.step is Step.OPEN and meaning.has(Act.YES) and not meaning.topics:
        state.booking = True
        take_up(scene, meaning)
        booking.advance(scene)
    else:
        return False
    return True


def _go_on(scene: Scene) -> None:
    if scene.state.booking:
        booking.advance(scene)
    else:
        hand_off.ask_else(scene)


def _confirm(scene: Scene) -> None:
    """Ask the front office to note who it is; nothing goes on before it has."""
    scene.call("confirm_identity", {"is_patient": True})


def _ask_identity(scene: Scene) -> None:
    scene.say("out_identity", first=_outreach(scene)["first_name"])


def _ask_again(scene: Scene) -> None:
    outreach = _outreach(scene)
    outreach["tries"] += 1
    if outreach["tries"] > _MOST_TRIES:
        _leave_word(scene)
        return
    names = {"assistant": scene.assistant, "practice": scene.practice.name}
    scene.say("out_identity_again", first=outreach["first_name"], **names)


def _wrong_number(scene: Scene) -> None:
    _outreach(scene)["outcome"] = "wrong_number"
    scene.call("stop_contact", {"reason": "wrong_number"})


def _declined(scene: Scene) -> None:
    scene.call("stop_contact", {"reason": "not_interested"}, wait=False)
    _finish(scene, "declined", "out_declined")


def _leave_word(scene: Scene) -> None:
    """Someone else learns who has called, and nothing more."""
    _finish(scene, "not_available", "out_absent", practice=scene.practice.name, phone=_phone(scene))


def _bad_time(scene: Scene) -> None:
    scene.call("remember_caller", {"intent": CALL_BACK}, wait=False)
    _finish(scene, "not_available", "out_bad_time", phone=_phone(scene))


def _finish(
    scene: Scene, outcome: str, key: str, *, reason: str = "assistant-ended-call", **values: object
) -> None:
    _outreach(scene)["outcome"] = outcome
    scene.state.booking = False
    scene.say(key, **values)
    scene.end(reason)


def _outreach(scene: Scene) -> dict[str, Any]:
    assert scene.state.outreach is not None
    return scene.state.outreach


def _phone(scene: Scene) -> str:
    return say_phone(scene.practice.phone) or "our front desk"
