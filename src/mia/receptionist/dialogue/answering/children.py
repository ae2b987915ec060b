"""Whether the practice sees children: it has visits of their own for them, or a parent arranges theirs."""

import re

from mia.receptionist.dialogue.answering.own_answers import ALIKE, likest
from mia.receptionist.dialogue.saying.speaking import some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.minors import visits_of_children

_THEM = (
    r"(?:kids?|kiddos?|child(?:ren)?|toddlers?|teens?|teenagers?|teenaged?|minors?|bab(?:y|ies)|infants?"
    r"|little ones|anyone under (?:18|eighteen)|under ?18s?|(?:\d|1\d|\w+) year olds?)"
)
_SEEN = re.compile(
    r"\b(?:do|can|will|would|could|does) (?:you|yall|they|the doctor|dr \w+)(?: (?:guys|all|also|even|ever|folks))?"
    r" (?:see|treat|take|accept|serve|work (?:on|with)|(?:do|perform|offer) (?:\w+ ){1,3}?(?:on|for))"
    rf"(?: (?:any|young|little|small|some|my|a|an))* {_THEM}\b(?! (?:along|with (?:me|us)|back|in the room)\b)"
)
_FROM_AGE = re.compile(
    r"\b(?:minimum age|age (?:limit|requirement|minimum)|(?:what|which) ages? (?:do|can|will) (?:you|they)"
    r"|how old (?:do|does|must|should) (?:you|(?:a|an|my|the|your) \w+|they|he|she|someone|patients|clients)"
    r"(?: (?:have|need) to)? be)\b"
)


def tell_if_seen(scene: Scene, meaning: Meaning) -> list[str]:
    """Answer whether children are seen, unless the practice answers it itself; the topic answered."""
    own = visits_of_children(scene.practice)
    asked = _SEEN.search(meaning.plain) or (not own and _FROM_AGE.search(meaning.plain))
    if not asked or likest(scene.practice.faq, meaning, ALIKE, scene.message):
        return []
    if own:
        scene.say("sees_children", names=some([service.name for service in own]))
    else:
        scene.say("minors_by_team")
    return [Topic.POLICY.value]
