"""Small acts that steer a conversation: yes, no, repeat, wait, goodbye, a person please."""

import re
from enum import StrEnum


class Act(StrEnum):
    """What a caller does with a sentence, beside its content."""

    YES = "yes"
    NO = "no"
    REPEAT = "repeat"
    HOLD = "hold"
    GOODBYE = "goodbye"
    PERSON = "person"
    START_OVER = "start_over"
    THANKS = "thanks"
    REFUSE = "refuse"
    NOT_DANGER = "not_danger"
    NEITHER = "neither"
    LATER = "later"
    EARLIER = "earlier"
    ANY = "any"
    CHANGE = "change"


_PATTERNS: dict[Act, str] = {
    Act.YES: r"^(?:oh |well |and |okay so |um )*(?:yes|yeah|sure|okay|of course|absolutely|definitely|certainly|correct|right|exactly|"
    r"perfect|great|sounds? (?:good|great|right|perfect|fine)|that (?:is |one )?(?:works|right|correct|fine|good|great|perfect|is it)|"
    r"works for me|go ahead|please do|do it|book it|that will (?:work|do)|fine|let us do (?:it|that)|i (?:would|do)(?: like that)?$|"
    r"i guess so|why not|you got it|got it|all good|looks good|alright|all right|uh huh|indeed|affirmative|please$|"
    r"it is (?:correct|right|fine|good)|you bet|i will take (?:it|that)|confirm(?:ed)?|cool|very good|good)\b",
    Act.NO: r"^(?:oh |well |and |um |actually )*(?:no|not (?:really|quite|yet|right|correct|exactly|now|that)|wrong|incorrect|"
    r"that is (?:not|wrong|incorrect)|negative|i do not think so|do not book|it is (?:not|wrong)|that does not|hold off|not at all|"
    r"i would rather not|no thanks|something (?:is|was) wrong|nothing)\b|\bthat is not (?:right|correct|my)\b|\bis wrong\b",
    Act.REPEAT: r"\b(?:(?:can|could|would) you (?:please )?(?:repeat|say) (?:that|it|the)|say that again|repeat (?:that|it|please)|"
    r"come again|one more time|what did you say|i did not (?:catch|hear|get|understand) (?:that|you|it|what)|did not hear you|"
    r"say again|run that by me|what was that|could not hear (?:you|that)|i missed that|pardon(?: me)?$|sorry what|what (?:was|were) (?:that|the|those) "
    r"(?:options|times|again|last)|(?:repeat|again) (?:the|those) (?:times|options))|^(?:what|huh|pardon|sorry|excuse me|repeat|again)$",
    Act.HOLD: r"\b(?:hold on|hang on|one (?:second|sec|moment|minute)|just a (?:second|sec|moment|minute)|give me a (?:second|sec|moment|minute)|"
    r"wait a (?:second|sec|moment|minute)|let me (?:check|think|see|look|grab|get my)|bear with me|need to check my)\b|^(?:wait|a moment|let me see)$",
    Act.GOODBYE: r"\b(?:good ?bye|bye(?: bye)?|see you(?: later| then| soon)?$|talk to you (?:later|soon)|have a (?:good|great|nice|lovely|wonderful) (?:day|one|"
    r"evening|night|weekend|afternoon)|(?:that is|that will be|that would be) (?:all|it|everything)(?! (?:right|the|i))|i (?:have|need|got)(?: got)? to (?:go|run)|hang(?:ing)? up|"
    r"i am (?:all set|done|good thanks|good thank)|nothing else|no that is (?:all|it)|take care|call (?:you )?back (?:later|another)|good night|never ?mind (?:bye|thanks|then|i))\b|"
    r"^(?:never ?mind|forget (?:it|about it)|i am good|i am fine|no i am (?:good|fine|all set|okay)|nah i am good|all set)(?: thanks?| thank you)?$",
    Act.PERSON: r"\b(?:(?:speak|talk|chat|connect|transfer|put|get|give|switch|pass|hand|patch)(?: me| us)?(?: \w+){0,4}? (?:an? |the |your |some |any |real |actual |live |human )*"
    r"(?:person|human(?: being)?|someone|somebody|representative|rep|agent|operator|receptionist|manager|supervisor|staff|front desk|"
    r"office|nurse|doctor|real one|a real|member of staff|team member|clinician)|(?:real|actual|live|human) (?:person|human|agent|being|receptionist|one)|^(?:a |an )?(?:human|person|agent|operator|representative|receptionist|"
    r"front desk|manager)(?: please)?$|(?:someone|somebody|anyone|a person|a human) (?:else |there |real )?(?:i can (?:talk|speak)|to (?:talk|speak)|call me|can call)|"
    r"not (?:talk|speak|talking|speaking) (?:to|with) (?:a |an )?(?:robot|machine|computer|bot|ai)|call me back|call back from|(?:want|need|prefer|like|get me|rather have) "
    r"(?:an? |the )?(?:real |actual )?(?:human|person|operator|receptionist|representative|live person)|leave a message)\b",
    Act.START_OVER: r"\b(?:start (?:over|again|from scratch)|begin again|from the (?:beginning|top|start)|cancel (?:that|this|it|everything|the booking|all of (?:that|it))$|"
    r"forget (?:that|everything|the booking|about (?:that|the booking|booking))|scrap (?:that|it)|do not (?:want to )?book(?: it| anything)?(?: anymore)?|"
    r"changed my mind(?:$| about (?:booking|the whole|this|it))|stop (?:the )?booking)\b",
    Act.THANKS: r"\b(?:thank you|thanks|thank u|cheers|appreciate it)\b",
    Act.REFUSE: r"\b(?:(?:rather|prefer) not(?: to)?|do not want to (?:give|say|share|tell|leave)|not (?:giving|sharing|comfortable)|no(?:ne)? of your business|"
    r"why do you need|do i have to (?:give|tell)|do not have (?:a|one|my) ?(?:phone|number)?|skip (?:that|it|this)|just (?:connect|transfer|get|put) (?:me|someone|somebody))\b",
    Act.NOT_DANGER: r"\b(?:(?:it is |this is |that is |was )?not (?:really |actually )?an? (?:real |medical )?emergency|false alarm|i am (?:fine|okay|ok|all right|alright|not in danger)|"
    r"i was (?:just )?(?:kidding|joking|testing)|no emergency|just (?:kidding|joking|testing)|not in danger|i feel (?:fine|better)|misunderst\w+|no danger)\b",
    Act.NEITHER: r"\b(?:neither|none(?: of (?:those|them|these|that))?|not (?:any|either|one) of (?:those|them|these)|not those|those (?:times )?(?:do not|will not) (?:work|suit)|(?:do not|will not|does not|can not) (?:really )?"
    r"(?:work|suit|make (?:any of )?(?:it|that|those|them)|do (?:that|those|any))|anything else|something else|(?:any )?other (?:times?|options?|days?|openings?|slots?)|different (?:time|day|one|slot)|"
    r"what else|another (?:time|day|option|slot)|can not do (?:it|that|those|any))\b",
    Act.LATER: r"\b(?:(?:anything|something|any|bit|little|an?|have|got|the) later(?! (?:one|option|slot))|later (?:in the day|than that|that day|time|on)|too early|more late|later please)\b|^later$",
    Act.EARLIER: r"\b(?:(?:anything|something|any|bit|little|an?|have|got|the) (?:earlier|sooner)(?! (?:one|option|slot))|earlier (?:in the day|than that|that day|time)|too late|sooner|earlier please)\b|^earlier$",
    Act.ANY: r"\b(?:either(?: one| of (?:those|them)| works| is| would)?|any of (?:those|them|these)|whichever|whatever(?: you| works| is)|you (?:choose|pick|decide)|does not matter|do not mind|"
    r"no preference|surprise me|both (?:work|are|would|fine)|all of them|up to you|any(?:one)? is fine|all work)\b",
    Act.CHANGE: r"\b(?:change|actually|instead|rather|make (?:it|that)|switch|move|different|update|correct(?:ion)?|wrong|fix|wait|sorry|meant|mean)\b",
}  # fmt: skip
_COMPILED = {act: re.compile(pattern) for act, pattern in _PATTERNS.items()}


def hear_acts(text: str) -> frozenset[Act]:
    """All acts found in a plain text."""
    acts = {act for act, pattern in _COMPILED.items() if pattern.search(text)}
    if {Act.YES, Act.NO} <= acts:
        # "No, that's right" and "yes, but that's wrong" are settled by their first word.
        acts -= (
            {Act.YES} if re.match(r"(?:oh |well )?no\b", text) else {Act.NO} if "wrong" not in text else {Act.YES}
        )
    if Act.NO in acts and re.search(
        r"^no (?:that is|it is|you are|you got it|that sounds|that looks|sounds) (?:right|correct|fine|good|great|perfect)",
        text,
    ):
        acts = (acts - {Act.NO}) | {Act.YES}
    if Act.NO in acts and re.match(r"no (?:problem|worries)\b", text):
        acts = (acts - {Act.NO}) | {Act.YES}
    return frozenset(acts)
