"""What people say once the emergency script was played: help is coming, they are safe, how to reach them, why they
will not call, whether to drive, what becomes of their visit. Each is answered, and the one
urgent task has it all."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mia.platform.safety.danger import hear_danger, tells_a_deed
from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning

DANGER = "Possible emergency. The caller said: "
_LONGEST_REASON = 900
"""Characters of what the team is told; the tool takes 1,000."""
_FEWEST_WORDS = 3  # of what tells the team anything
_ON_THE_WAY = re.compile(
    r"\b(?:at|in|to|from) (?:the |an )?(?:e\.?r\.?|emergency(?: room)?|hospital|urgent care)\b"
    r"|\bambulanc(?:e|ia)\b"
    r"|\bparamedics?\b|\b(?:called|calling|dialed|on (?:the phone )?with) 911\b|\b911 is (?:on|coming)"
    r"|\b(?:i am |i |am |ok |okay |just )?(?:calling|called|dialed) them\b"
    r"|\bhelp is (?:here|coming|on (?:the|its|their) way)\b"
)
_THEY_COME = re.compile(
    r"\bthey ?(?:re|are|have|said they are) (?:here|coming|on (?:the|their) way|arrived|sending|just pulling up)\b"
    r"|\bya (?:vienen|llegaron|los llame)\b"
)
"""Those who were called; where someone hurts them, "they" may be anyone."""
_REJECTS = re.compile(r"\b(?:no|not|never|will not|cannot)\b")
_NOT_BEING = re.compile(r"\bnot (?:at|in|to)\b")
_THE_VISIT = re.compile(
    r"\b(?:appointments?|appt|visit|booking|cancel\w*|reschedul\w*|spot|slot|not (?:coming|make)|cita"
    r"|(?:is|does|are|still) (?:\w+ ){0,4}still (?:on|good|stand\w*|coming|happening|there)"
    r"|what about (?:my |the |our )?(?:\w+day|tomorrow|next week|\d))\b"
)
_SAFE = re.compile(
    r"(?<!not )\bsafe (?:now|here|at|with|for now)\b|\bi am (?:somewhere |completely |totally |all )?safe\b"
    r"|(?:^|\b(?:now|and|im|so) )safe(?: now)?$|\b(?:got|getting) (?:away|out)\b"
    r"|\bhe (?:left|is gone|went away)\b"
    r"|\bestoy (?:a salvo|segura|seguro)\b"
)
_REACH = re.compile(
    r"\b(?:only|just) (?:text|email|message|write)\b|\b(?:text|email|message)s? only\b|\b(?:no|not) calls?\b"
    r"|\bnot (?:call|ring|phone|leave|text)\b(?! 911| an ambulance| them| anyone| the)"
    r"|\bcheck(?:s|ing) (?:my|the) (?:phone|calls?|texts?)\b"
    r"|\bsolo (?:mensajes?|texto)\b|\bno me llamen?\b"
)
_DRIVES = re.compile(
    r"\b(?:should|can|could|do|may) (?:i|we|he|she|they|my \w+) (?:\w+ ){0,2}?driv\w+\b"
    r"|\b(?:drive|driving) (?:myself|over|there|to|him|her)\b"
    r"|\b(?:uber|lyft|taxi|get a ride)\b|\bmanej(?:o|ar|e)\b"
)
_REFUSES = re.compile(
    r"\b(?:not|never|cannot|no way (?:am )?i(?: am)?)\b(?: \w+){0,3}?"
    r" (?:call(?:ing)?|go(?:ing)?|dial\w*|need|afford|doing)\b"
    r"(?: \w+){0,3}? (?:911|ambulance|e\.?r\.?|hospital|emergency|that|there)\b"
    r"|\b(?:too |so )expensive\b|\bnot afford\b|\b(?:no|not have|without) (?:any )?(?:insurance|papers|money)\b"
    r"|\bcosts? (?:too much|a fortune|thousands|an arm)\b|\bhate (?:hospitals?|doctors)\b"
    r"|\bno (?:tengo )?(?:seguro|papeles|dinero)\b"
    r"|\b(?:come|coming|go|get) in (?:today|now|right|to see|instead|there)\b|\bjust come (?:in|by|over)\b"
    r"|\b(?:see|squeeze|fit|take|look at) (?:me|him|her|us|it) (?:\w+ ){0,2}?(?:today|now|in|instead|first)\b"
    r"|\b(?:wait|hold off) (?:and see|until|till|it out)\b|\bsee how it goes\b|\bsleep it off\b"
)
"""Why someone goes nowhere: the price, no papers, a visit with us in its place, to wait and see."""
_OVER = re.compile(
    r"\b(?:i am|we are|he is|she is|(?:i|we|he|she) feels?|feeling)(?: \w+){0,2}? "
    r"(?:fine|great|good|okay|ok|better|alright|all right|normal|perfect)\b(?! enough)"
    r"|\bfalse alarm\b|\bnot an? (?:\w+ )?emergency\b|\bfigure of speech\b"
    r"|\b(?:just|only) (?:an? )?(?:expression|joke|saying)\b"
    r"|\bexaggerat\w+\b|\b(?:was|am) (?:just |only )?(?:kidding|joking)\b|\bnobody is (?:hurt|in danger)\b"
    r"|\b(?:i|we) (?:only |just |really )?meant\b|\bit (?:is|was) a (?:joke|movie|song|game)\b"
    r"|\bwas talking about (?:my|the|a)\b"
    r"|\bmisunderst\w+\b|\bit (?:has )?(?:passed|went away|stopped)\b|\b(?:is|it is) (?:all )?gone now\b"
)
_DENIES_OVER = re.compile(
    r"\b(?:not|never|no longer) (?:\w+ )?(?:fine|great|good|okay|ok|better|alright|normal|feel)\b|\buntil\b"
)


@dataclass(frozen=True)
class Told:
    """What was told after the script: phrases that answer it, and whether any of it is more than a yes."""

    phrases: tuple[str, ...]
    for_team: bool


def is_over(meaning: Meaning) -> bool:
    """Whether someone says that there is no danger, or none anymore."""
    if meaning.danger is not None or _DENIES_OVER.search(meaning.plain):
        return False
    return meaning.has(Act.NOT_DANGER) or bool(_OVER.search(meaning.plain))


def is_helped(scene: Scene, meaning: Meaning) -> bool:
    """Whether help is told to be there, or on its way, and no more danger: "they're coming, but he stopped
    breathing"."""
    said = meaning.quoted.casefold()
    rest = plain(_ON_THE_WAY.sub(" ", said))
    helped = rest != plain(said) or _ON_THE_WAY.search(meaning.plain)
    if not helped and not tells_a_deed(plain(scene.state.person_reason)):
        helped = _THEY_COME.search(meaning.plain) or _THEY_COME.search(plain(said))
    return bool(helped) and not _REJECTS.search(meaning.plain) and hear_danger(rest) is None


def hear_told(scene: Scene, meaning: Meaning) -> Told:
    """What is told after the script, beside a name or a number."""
    phrases = tuple(_phrases(scene, meaning))
    words = len(meaning.plain.split())
    polite = meaning.has(Act.GOODBYE, Act.THANKS, Act.YES, Act.NO) and words <= _FEWEST_WORDS
    return Told(phrases, bool(phrases) or (words >= _FEWEST_WORDS and not polite))


def _phrases(scene: Scene, meaning: Meaning) -> Iterator[str]:
    line, helped = f"{meaning.plain} {plain(meaning.written)}".strip(), is_helped(scene, meaning)
    if _REACH.search(line):
        yield "emergency_reach"
    if _THE_VISIT.search(line):
        yield "emergency_visit"
    if helped:
        yield "emergency_helped"
    elif _DRIVES.search(line):
        yield "emergency_drive"
    elif _REFUSES.search(line):
        yield "emergency_refused"
    elif _SAFE.search(line):
        yield "emergency_safe"


def tell_team(scene: Scene, meaning: Meaning) -> None:
    """Add what was said to the one urgent task, which a repeat brings up to date; the newest words stay whole."""
    words = hand_off.in_their_words(meaning)
    scene.state.person_reason = with_later(scene.state.person_reason, words)
    hand_off.leave_task(scene, scene.state.person_reason, "emergency", wait=False)


def with_later(reason: str, words: str) -> str:
    """What the team knows, and what was said after it."""
    if not reason.startswith(DANGER):
        return f"{DANGER}{words}"
    return f"{reason[: _LONGEST_REASON - len(words)]}. Later: {words}"
