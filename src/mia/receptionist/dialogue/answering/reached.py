"""How the practice is reached: its phone, and an email address where it has told one."""

import re

from mia.receptionist.dialogue.answering.own_answers import answer_by_word, unknown
from mia.receptionist.dialogue.saying.speaking import say_phone
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning

_BY_EMAIL = re.compile(r"\be ?mail(?:s|ed)?\b(?! (?:me|us|him|her|you)\b)")


_ELSEWHERE = re.compile(
    r"\b(?:web ?sites?|google|yelp|insta\w*|facebook|fb|tik ?tok|social|pages?|reviews?|links?|url|fax|app|portal"
    r"|online)\b"
)
"""Other ways than those that the practice has told us."""


def contact(scene: Scene, meaning: Meaning) -> bool:
    """How we are reached; an email address, where that is asked for and the practice has told one."""
    if _BY_EMAIL.search(meaning.plain):
        return _email(scene)
    if _ELSEWHERE.search(meaning.plain):
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
    if not scene.practice.phone:
        return unknown(scene)
    scene.say("contact", phone=say_phone(scene.practice.phone))
    return True


def _email(scene: Scene) -> bool:
    """The practice's answer that has an email address; else that we have none to tell, and the phone number."""
    if found := next((entry for entry in scene.practice.faq if "@" in entry.answer), None):
        scene.quote(found.answer, found.answer_es)
        return True
    if scene.practice.phone:
        scene.say("no_email", phone=say_phone(scene.practice.phone))
    return unknown(scene)
