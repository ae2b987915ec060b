"""A one-time code in the middle of a booking: the front office wants to know first whose the number is.

It is never a refusal: anyone who cannot get or read a code is offered a person who finishes the booking.
"""

import re
from collections.abc import Mapping
from typing import Any

from mia.receptionist.dialogue.answering import answers
from mia.receptionist.dialogue.arranging import booking_results
from mia.receptionist.dialogue.people.misses import MOST_MISSES
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.phones import NATIONAL_DIGITS, spoken_phone

_DIGITS = 6
_AGAIN = re.compile(
    r"\b(?:resend|another (?:one|code)|new (?:one|code)|send (?:it|one|the code|me) (?:again|another|once more)"
    r"|(?:did not|have not|never|not) (?:get|got|gotten|receive|received|see|arrive|arrived|come|came)"
    r"|nothing (?:came|arrived|yet)|no (?:code|text|message)|where is (?:it|the code))\b"
)


def begin(scene: Scene) -> None:
    """The booking needs a code first: say so, and have one sent to the number that was given."""
    scene.say("code_first")
    _send(scene)


def on_sent(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """The code is on its way, or cannot be sent."""
    state = scene.state
    if error or result.get("status") != "sent":
        booking_results.on_failure(scene, "code_not_sent")
        return
    state.step, state.misses = Step.CODE, 0
    if result.get("by") == "email":
        scene.say("code_mailed")
    elif state.phone and not state.outreach:
        scene.say("code_sent_to", phone=spoken_phone(state.phone))
    else:
        scene.say("code_sent")


def on_checked(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Go on with the booking when the code was right."""
    status = None if error else result.get("status")
    if status == "proven":
        booking.book(scene)
    elif status == "wrong":
        scene.state.step = Step.CODE
        scene.say("code_wrong")
    elif status == "expired":
        scene.say("code_expired")
        _send(scene)
    else:
        booking_results.on_failure(scene, "failed")


def is_missing(scene: Scene, meaning: Meaning) -> bool:
    """Whether the caller says that the code has not come: "I didn't get it" asks for no repeat then."""
    return scene.state.step is Step.CODE and bool(_AGAIN.search(meaning.plain))


def code_turn(scene: Scene, meaning: Meaning) -> None:
    """The answer to "what does the code say?"."""
    state, digits = scene.state, meaning.digits
    if meaning.email:
        state.email = meaning.email
        _send(scene, by_mail=True)
    elif len(digits) == _DIGITS:
        scene.call("check_code", {"code": digits})
    elif len(digits) >= NATIONAL_DIGITS and not state.outreach and "phone" in take_up(scene, meaning):
        _send(scene)
    elif digits:
        _again(scene, "code_digits")
    elif is_missing(scene, meaning):
        _send(scene)
    elif meaning.has(Act.REFUSE, Act.NO):
        booking_results.on_failure(scene, "code_declined")
    elif answers.answer(scene, meaning):
        scene.say("code_ask")
    else:
        _again(scene, "code_ask")


def _send(scene: Scene, *, by_mail: bool = False) -> None:
    """Have a code sent; anyone who writes to us gets it where they write from."""
    state = scene.state
    state.step = Step.CODE
    to = {"email": state.email} if by_mail else {"phone": state.phone}
    scene.call("send_code", {} if state.outreach else to)


def _again(scene: Scene, key: str) -> None:
    """Ask once more; after a few times offer a person."""
    scene.state.misses += 1
    if scene.state.misses > MOST_MISSES:
        scene.state.misses = 0
        booking_results.on_failure(scene, "code_declined")
    else:
        scene.say(key)
