"""Recognises words that may mean danger. Recall comes first: better one call too many to a person.

Nothing here weighs symptoms; a hit leads to the fixed script and a person (spec: clinical words are
never answered with advice).
"""

import re
from enum import StrEnum


class Danger(StrEnum):
    """``NOW``: the 911 script. ``CRISIS``: thoughts of suicide, with the 988 line as well.
    ``ASKED``: a general question about emergencies."""

    NOW = "now"
    CRISIS = "crisis"
    ASKED = "asked"


_CRISIS = re.compile(
    r"\b(?:suicid\w*|kill myself|killing myself|end my (?:own )?life|ending my life|want to die|hurt myself|harm myself|"
    r"self harm|do not want to (?:live|be alive))\b"
)
_BODY = r"(?:lips?|tongue|throat|face|mouth|eyes?|neck|airway|jaw|cheeks?|nose|forehead|skin|gums?|fingers?|toes?|arm|leg|hand)"
_NOW = re.compile(
    "|".join(
        (
            r"\b(?:can not|can hardly|can barely|could not|unable to|hard to|difficult to|struggling to|trouble|"
            r"difficulty|problems?|not able to|barely|hardly) (?:even )?(?:breath\w*|breeze|swallow\w*)\b",
            r"\b(?:not breathing|stopped breathing|is not breathing|short(?:ness)? of breath|out of breath|gasping|wheez\w+|"
            r"chok(?:ing|ed)|suffocat\w+|hyperventilat\w+|breathing (?:is )?(?:hard|difficult|funny|bad))\b",
            rf"\b(?:{_BODY}) (?:and \w+ )?(?:is |are |just |has |have |feels? |keeps? |started |getting |went |has been |have been |"
            r"been |all |really |so |very |badly |suddenly |so |turned |turning |looks? |still )*"
            r"(?:clos\w+|tight\w*|swell\w*|swollen|swole|blue|white|gr[ae]y|purple|black|pale|numb|droop\w*|paraly\w+|bloody)\b",
            rf"\b(?:swell\w*|swollen|tightness) (?:of|in|around|on|up|up in) (?:my |her |his |the )?(?:whole )?{_BODY}\b",
            r"\bswelling (?:up )?(?:fast|quickly|badly|rapidly|a lot)\b|\bswell\w* shut\b",
            r"\b(?:turn(?:ed|ing|s)|went|going|gone) (?:all |really |very |completely )?(?:white|blue|gr[ae]y|purple|black|pale)\b",
            r"\banaphyla\w*|\bepi ?pens?\b|\bsevere(?:ly)? (?:allerg\w+|reaction)|\ballergic (?:reaction|shock)|"
            r"\b(?:bad|serious|terrible|awful|strong) (?:allergic )?reaction|\bhaving a reaction\b|\bhives\b",
            r"\b(?:can not|can hardly|can barely|could not|trouble|difficulty) (?:see|seeing)\b(?! (?:the|your|you|that|when|on|a|if|it|any|my app))"
            r"|\b(?:lost|losing|loss of) (?:my |her |his )?(?:vision|sight|eyesight|consciousness)|\b(?:vision|sight|eyesight) (?:is |has |went |"
            r"gone |got |turned |suddenly |all |really |getting )*(?:blur\w*|gone|double|dark|black|loss|lost|weird|cloudy|fading)|"
            r"\b(?:blurr?y|blurred|double) vision|\bblind(?:ness)?\b|\bseeing double\b|\bsee out of\b",
            r"\b(?:bleeding|blood|hemorrhag\w+)\b(?=.*\b(?:stop|lot|heav\w+|bad\w*|everywhere|much|uncontrol\w+|profuse\w*|hours?|"
            r"pouring|gushing|won t|not)\b)|\bbleeding (?:out|bad|badly)|\b(?:stop|stopped|keeps?|still|will not stop|heavily|profusely) "
            r"(?:the )?bleeding|\bgushing\b|\b(?:i am|she is|he is) bleeding\b|\bspitting (?:up )?blood|\bcoughing (?:up )?blood",
            r"\bchest (?:pains?|is tight|tight\w*|pressure|hurts|feels)|\bpain in (?:my|his|her) chest|\bheart attack|\bheart (?:is )?"
            r"(?:racing|stopped|pounding)|\bcardiac\b",
            r"\b(?:pass(?:ed|ing)? out|faint(?:ed|ing)?|unconscious|unresponsive|not respond\w*|black(?:ed|ing) out|collapsed|will not wake|"
            r"not waking|going to faint|lost consciousness)\b",
            r"\b(?:seizures?|seizing|convuls\w+|stroke|overdos\w+|slurr\w+|slurred|poison\w*|swallowed (?:the|a|some) (?:needle|instrument|tool|crown))\b",
            r"\b(?:face|mouth|side) (?:is |has |are )?(?:droop\w+|paraly\w+)|\bcan not (?:move|feel) (?:my|his|her|one|half)\b",
            r"\b(?:excruciating|unbearable|worst|severe|extreme|intense|terrible|horrible|agonizing|unbelievable|so much|crazy) "
            r"(?:\w+ )?(?:pain|ache|toothache|headache|tooth ache|burn\w*|swelling|bleeding)\b|\bin (?:terrible|severe|agony|so much|a lot of|extreme) ?(?:pain)?\b"
            r"(?<=pain|gony)|\bscreaming in pain|\bagony\b",
            r"\b(?:knocked|fell|broke|broken|punched) (?:\w+ ){0,3}(?:tooth|teeth)(?: out)?\b|\b(?:tooth|teeth) (?:\w+ ){0,3}(?:knocked|fell|came|broke|"
            r"broken) ?(?:out|off|in half)?\b|\bbroken jaw|\bjaw (?:is )?(?:broken|locked|dislocated)",
            r"\b(?:burned|burnt|burn|blister\w*) (?:\w+ ){0,4}(?:badly|bad|severe|laser|skin|face|me)\b|\bblister\w*\b|\bthird degree|\bsecond degree|\bchemical burn",
            r"\b(?:high )?fever\b|\bpus\b|\binfect(?:ed|ion)\b|\bsepsis\b|\bskin (?:is )?(?:dying|necro\w+)|\bnecro\w+|\bmottl\w+|\bblocked (?:blood )?vessel|"
            r"\bvascular occlusion",
            r"\b(?:need|call|get|send|calling) (?:me |us |you |for )?(?:an |the )?(?:ambulance|paramedics?|9 1 1|911|nine one one|help (?:right )?now)\b"
            r"|\bhelp me\b(?! (?:with|to|book|find|out|schedule|make|choose|understand|get|pick|please (?:with|to|book)))|\blife threatening|\bdying\b|\bgoing to die\b"
            r"|\bi am (?:going )?into shock|\bin shock\b",
            r"\b(?:it is|this is|i have|having|got|we have|is) (?:an? |kind of an? |a real |a medical |a dental )*emergency\b|\bemergency(?: please| here| right now| help)?$|"
            r"^emergency\b|\bmedical emergency|\bdental emergency\b",
            r"\bheavy bleeding|\bwill not stop bleeding|\bdoes not stop bleeding|\bnot stop bleeding",
        )
    )
)  # fmt: skip
_DENIED = re.compile(
    r"\b(?:(?:it is |this is |that is |i am |am )?not (?:really |actually )?(?:an?|having|in|bleeding|dying|short|any|my|like)|no|never had|without(?: any)?|is not|"
    r"never|do not have(?: any)?|does not have|there is no|was not|false alarm|have not had(?: any)?|not have(?: any)?|not had(?: any)?)\s+"
    r"(?:an? |any |a real |a medical |much |really |my |severe |trouble |having )*"
    r"(?:emergency|trouble|difficulty|problems?|bleeding|pains?|chest|allergic|reaction|fever|swelling|shortness|infect\w+|vision|severe|seizures?|stroke|blisters?|hives)"
    r"(?: (?:breathing|swallowing|pain|reaction|emergency|of breath))?"
)
_IN_GENERAL = re.compile(
    r"\b(?:in (?:an|case of(?: an)?|the event of(?: an)?) emergenc\w+|for emergenc\w+|handle emergenc\w+|emergenc(?:y|ies) (?:number|line|contact|hours|policy|"
    r"appointments?|visits?|room|slots?)|take emergenc\w+|treat emergenc\w+|do emergenc\w+|emergenc(?:y|ies) (?:after hours|on weekends)|what counts as)\b"
    r"|\b(?:what if|in case|does it|can it|could it|will it|would it|is there a risk|any risk|risk of|side effects?|have you ever|do people|does \w+ cause|chance of|"
    r"how common|do you treat|do you see|do you help with|afraid of|worried about|scared of|history of|had an? .* years ago|as a (?:kid|child))\b"
)
_RIGHT_NOW = re.compile(
    r"\b(?:i am|i have|my|she is|he is|her|his|it is|right now|just|help|please|after the|since the|i can not|we)\b"
)


def hear_danger(text: str) -> Danger | None:
    """The danger a plain text may speak of, ``None`` when there is none.

    Denials ("it's not an emergency", "no trouble breathing") and plainly general questions ("what do
    I do in an emergency?") are not taken for one; a symptom told in the first person always is.
    """
    if _CRISIS.search(text):
        return Danger.CRISIS
    rest = _DENIED.sub(" | ", text)
    if _NOW.search(rest):
        general = _IN_GENERAL.search(rest)
        if general and not _RIGHT_NOW.search(_IN_GENERAL.sub(" ", rest)):
            return Danger.ASKED
        if general and re.match(
            r"(?:what if|does|can|could|will|would|is there|do you|how common|have you)\b", rest
        ):
            return Danger.ASKED
        return Danger.NOW
    return Danger.ASKED if re.search(r"\bemergenc(?:y|ies)\b", rest) else None
