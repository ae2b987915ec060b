"""How people want to be reached: by a call, which is the rule, or only by text or email, as they told us."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning

_ME = r"(?:me|us)\b(?! (?:a )?(?:code|link|confirmation|reminder|the address|directions|if|when|how|what))"
_TEXT = re.compile(
    rf"\b(?:text|txt|sms|message|whatsapp) {_ME}|\b(?:just|only|rather|prefer\w*|by|via|over|send|with|know by) "
    r"(?:an? |it by |you )?(?:texts?|txt|sms|text message|texting|whatsapp)\b"
    r"|\btexts? (?:only|is (?:best|better|fine|easier)|works|instead|please)\b"
)
_EMAIL = re.compile(
    rf"\be ?mail {_ME}|\b(?:just|only|rather|prefer\w*|by|via|over|send(?: it)?(?: to)?)"
    r" (?:an? |it by |my |you )?e ?mail\b|\be ?mail (?:only|is (?:best|better|fine|easier)|works|instead|please)\b"
)
_NOT_THAT = re.compile(r"\b(?:not|never|no|stop|without) (?:\w+ )?(?:text|txt|sms|e ?mail|message)\w*\b")
_NO_CALL = re.compile(
    r"\b(?:no|not|without|never) (?:(?:phone|any|more|a|the) )*calls?\b|\b(?:do not|can not|not|never) (?:\w+ )?"
    r"(?:call|ring|phone|pick up|answer (?:the|my) phone|talk on the phone)\b|\bhate (?:phone )?calls\b"
)
_CALLS = re.compile(r"\b(?:call|ring|phone) (?:me|us)\b")
_SPANISH = (
    (re.compile(r"\b(?:por|un|solo|mejor) (?:correo|e ?mail)\b|\bescriban?(?:me)? al correo\b"), "by email"),
    (re.compile(r"\b(?:por|un|solo|mejor|mandenme) (?:un )?(?:mensaje|texto|whats ?app|wasap)\w*\b"), "by text"),
    (re.compile(r"\bno (?:me )?(?:llamen?|marquen?|hablen?)\b|\bsin llamadas?\b"), "no calls"),
)
_WISHES = {"text": "wants a text, no call", "email": "wants an email, no call", "no call": "wants no call"}
_CALL_BACK = re.compile(r"\bcall you(?: back)?\b")


def hear(scene: Scene, meaning: Meaning) -> None:
    """Note how they want to be reached, if they tell."""
    line = f"{meaning.plain} {_in_english(plain(meaning.written))}"
    refuses = bool(_NO_CALL.search(line))
    kept = _NOT_THAT.sub(" ", line)
    if _TEXT.search(kept):
        scene.state.reach_by = "text"
    elif _EMAIL.search(kept) or (meaning.email and refuses):
        scene.state.reach_by = "email"
    elif refuses and not scene.state.reach_by:
        scene.state.reach_by = "no call"
    elif _CALLS.search(line) and not refuses:
        scene.state.reach_by = ""


def _in_english(line: str) -> str:
    """What a plain text in Spanish says of it."""
    return " ".join(english for pattern, english in _SPANISH if pattern.search(line))


def is_wish(meaning: Meaning) -> bool:
    """Whether it is only told how to reach them, though it sounds like a question: "can you text me?"."""
    return bool(_TEXT.search(meaning.plain) or _EMAIL.search(meaning.plain) or _CALLS.search(meaning.plain))


def wish(scene: Scene) -> str:
    """What a task says of it; empty where a call will do."""
    return _WISHES.get(scene.state.reach_by, "")


def is_known(scene: Scene) -> bool:
    """Whether the team can reach them."""
    return bool(scene.state.phone) or bool(scene.state.email)


def ask(scene: Scene) -> None:
    """Ask for what we lack of name and number, or address."""
    state = scene.state
    by_email = state.reach_by == "email"
    if is_known(scene):
        scene.say("ask_contact_name")
    elif state.name:
        scene.say("ask_contact_email" if by_email else "ask_contact_phone")
    else:
        scene.say("ask_contact_by_email" if by_email else "ask_contact")


def as_wished(scene: Scene, promise: str) -> str:
    """What the front office promises, with a text or an email where a call is not wanted."""
    by = scene.state.reach_by or ("email" if scene.state.email and not scene.state.phone else "")
    if not by or not _CALL_BACK.search(promise):
        return promise
    return _CALL_BACK.sub({"text": "text you", "email": "email you"}.get(by, "get back to you"), promise)
