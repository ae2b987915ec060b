"""What is asked of treatments: how long they take, the price of what the practice does not list; and of things that
are only fetched."""

import re

from mia.receptionist.understanding.models.topics import Topic

OF_TIME = re.compile(
    r"\bhow (?:much time|many minutes|many hours)\b|\btime ?wise\b"
    r"|\bhow long\b(?! have| ago)(?!.*\b(?:last\w*|results?|effects?|before|after|between|until|till|wait\w*"
    r"|heal\w*|recover\w*|swell\w*|down ?time|numb\w*|stay\w*|good for|keeps?|valid|expires?|been|open|hold)\b)"
    r"|\bquick\b(?! (?:questions?|things?|ones?|favor|note|check|word|call|reply|answers?))"
    r"|\b(?:shorter|quicker|quickest|faster|fastest|shortest|longest|duration)\b"
    r"|\btakes? (?:very |too |that )?long\b"
    r"|\b(?:takes?|taking|needs?) (?:less|more|the (?:least|most)|longer|up to)\b"
    r"|\b(?:which|what|one) (?:\w+ )?(?:is|are) longer\b"
    r"|\b(?:session|appointment|visit|treatment) (?:length|time)\b"
    r"|(?<!day )(?<!date )(?<!day and )(?<!date and )\b(?:the|its|and|cost|price) (?:time|length)\b"
    r"|\blength of (?:the|each|a)\b"
    r"|\b(?:is|does|will) (?:it|that|this|each|an? \w+)(?: take| last| be)?(?: about| around| only| just)?"
    r" (?:an?|1|half an|\d+|one|the whole) (?:full |whole |good )?(?:hours?|minutes)\b"
    r"|\b(?:in and out|done|finished|out of (?:there|here)) (?:in|within|under)\b"
)
"""How it is asked what time a treatment takes."""
UNMEANT = (
    (
        re.compile(
            r"\b(?:do|does|can|could) (?:you|yall|they|i)(?: guys| also)* (?:sell|carry|stock|have|buy|get|use)\b"
            r"(?!.*\b(?:software|assistant|ai|system|bot|app|mia|product)\b)"
        ),
        Topic.PRODUCT,
    ),
    (re.compile(r"\bhow soon (?:can|could|would) (?!it\b|this\b|that\b)\w+"), Topic.SERVICE_INFO),
    (
        re.compile(r"\bcover(?:ing)? (?:it|them|that|this|up)\b.*\b(?:up|with|make ?up|concealer)\b"),
        Topic.INSURANCE,
    ),
)
"""Words that resemble a topic, and mean another: how soon a crown can be done asks for an opening."""
AFFORDS = re.compile(
    r"\b(?:is|are|was|will|would) (?:\$ ?)?\d{2,}(?: dollars| bucks)? (?:be )?(?:enough|cover)\b"
    r"|\b(?:gave|got|have|only|with)\b(?: \w+){0,3} \$ ?\d+\b"
    r".*\b(?:can|could|would|what|is|will)\b.*\b(?:get|cover|enough|buy)\b"
)
"""A price that is asked for by the money one has: "my mom gave me $400, could I get Botox with that?"."""
_BOUGHT = r"(?:one |it |an? |the )?(?:gift )?(?:cards?|certificates?|vouchers?)"
FETCHES = re.compile(
    r"\b(?:can|could|may|do|would|when|where|how)\b(?: \w+){0,6}? pick(?: (?!me\b|us\b|him\b|her\b)\w+){1,4} up\b"
    r"|\b(?:can|could|may|when|where)\b(?: \w+){0,6}? pick up (?:an? |the |my |our |some |one|1|that|it|them)"
    r"|\b(?:can|could|may) (?:i|we|he|she|my \w+)(?: just| also)?(?: (?:stop|swing|drop|come) (?:by|in))?"
    rf"(?: to| and)? (?:buy|purchase|grab|get|collect) {_BOUGHT}\b"
)
"""What is fetched or bought at the desk, for which one comes in without a visit."""
WALKS_IN = re.compile(
    r"\b(?:walk ?ins?|walk in|(?:just )?(?:drop|pop|swing) in|just show up"
    r"|(?:with ?out|with no) (?:an? |making an? |having an? )?(?:appointment|booking|reservation)"
    r"|do (?:i|we|you) need (?:an? |to make an? )?(?:appointment|reservation))\b"
)
"""How it is asked whether one may come without a visit being booked."""
ANYBODY_THERE = re.compile(
    r"\b(?:will|would|is|are)(?: there)?(?: be)? (?:any|some)(?:one|body)(?: be)? (?:there|in|around)"
    r"(?= (?:on|of|at|this|for|that|till|until|after|around|or|\w+days?|\w+day \w+)\b|$)"
)
"""How it is asked whether the door is open then."""
_GENERAL = re.compile(
    r"\b(?:it|that|this|those|these|them|they|one|ones|1|everything|all|anything|something|nothing|visit|"
    r"visits|appointment|appointments|session|sessions|treatment|treatments|service|services|thing|"
    r"things|stuff|you|we|i|me|us|both|each|him|her|his|its|their|whose|someone|person|people|time|member|members|"
    r"membership|cash|total|much|two|three|four|five|kid|kids|child|children|couple|couples|adult|"
    r"adults|now|today|whole|first|next|new|procedure|procedures|work|same|other|others|cheapest|"
    r"either|by|for|of|in|at|about|and|or|like|so|okay|what|which|when|how|my|know|tell|ask|asking|want|there|here|"
    r"deal|difference|discount|parking|ballpark|average|range|exact|better|best|good|cancel|canceling|booking|"
    r"syringes?|units?|areas?|tooth|teeth|vials?|sides?|pairs?|hours?|minutes?)\b"
)
"""What is no treatment, whatever it costs."""
_THING = r"(?P<{}>(?:[a-z]+ ){{0,3}}?[a-z]+)"
_HEAD = r"(?:an? |the |your |one |1 )?"
_ASKS = re.compile(
    rf"(?:^|\b)(?:price|cost|prices|costs|fee|rate)(?: of| for) {_HEAD}{_THING.format('a')}$"
    rf"|^(?:\w+ )?(?:how much|what) (?:is|are|does|do|would|will|for) {_HEAD}{_THING.format('b')}"
    rf" (?:cost|costs|run|be|go for|set me back)$"
    rf"|^(?:\w+ )?how much (?:is|are|for) {_HEAD}{_THING.format('c')}$"
    rf"|\b(?:do|does|will|would) (?:you|yall|they|it)(?: guys)? (?:charge|cost)(?: anything| extra)? (?:for|to get)"
    rf" {_HEAD}{_THING.format('e')}(?: of \w+(?: \w+)?)?$"
    rf"|^(?:(?:and|so|okay|hi|hey|plus) )?{_HEAD}{_THING.format('d')} (?:price|cost|how much)$"
)


def priced_thing(line: str) -> str | None:
    """What a plain text asks the price of, in its words; ``None`` where it names nothing of its own."""
    found = _ASKS.search(line)
    thing = next(filter(None, found.groups()), "") if found else ""
    return thing if thing and not _GENERAL.search(thing) else None
