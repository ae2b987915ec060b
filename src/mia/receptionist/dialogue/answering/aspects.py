"""What a question asks of a thing that the practice wrote about, and whether its text holds just that: "gift cards
are sold at the desk" tells nobody whether they expire."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.understanding.models.topics import Topic

_INSURERS = re.compile(
    r"\b(?:aetna|cigna|humana|met ?life|delta(?: dental)?|guardian|united ?health ?care|united concordia|uhc"
    r"|blue ?cross(?: blue ?shield)?|bcbs|anthem|kaiser|medicaid|medicare|tri ?care|ameritas|geha|sun ?life"
    r"|molina|ambetter|dentaquest|careington|cobra)\b"
)
_SPECIAL_PRICE = re.compile(
    r"\b(?:cash|group|senior|student|military|teacher|veteran|loyalty|referral|first time|family|bulk)"
    r" (?:discount|rate|price|deal|special)s?\b|\bprice match\w*|\bmatch (?:it|that|them|their|the price|this)\b"
    r"|\bcash\b.*\b(?:cheaper|discount|less|deal)\b|\b(?:cheaper|discount|less|deal)\b.*\bcash\b"
)
"""A price for some people, or for those who pay in cash."""
_LATE = (
    r"how long (?:do|does|will|would|is|are)(?: \w+){0,3} refunds?|refunds? (?:take|show|arrive|hit|post)|"
    r"(?:full|whole|entire) (?:hour|session|time|visit|appointment|\w+ minutes)|grace period"
    r"|(?:if|when|since|because|but) (?:i|we|he|she|they)"
    r"(?: (?!cancel|change|move|reschedul|call)\w+){0,3} late(?! fee)"
    r"|(?:be|being|am|was|were|is|are)(?: (?:a|bit|little|few|too|\d+|ten|fifteen|min\w*))* late"
    r"(?! (?:fee|cancel\w*))"
    r"|(?:show\w*|com\w+|get\w*|arriv\w+|run\w*)"
    r"(?: (?:up|in|there|a|bit|little|few|\d+|ten|fifteen|min\w*))* late"
)
"""What has to do with a visit's rules and none with a late change: being late, and when a refund arrives."""
_COMES_LATE = re.compile(rf"\b(?:{_LATE})\b")
_ABBREVIATED = 4
_Aspects = tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]


def _either(asked: str, told: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(rf"\b(?:{asked})\b"), re.compile(rf"\b(?:{told})\b")


_ASPECTS: dict[Topic, _Aspects] = {
    Topic.CANCELLATION: (
        _either(_LATE, r"arriv\w*|minutes? late|grace|late arrivals?|running late"),
        _either(
            r"(?:lose|forfeit|keep) (?:it|the \w+|my \w+)|pay(?:ing)? (?:it |that )?(?:again|twice)"
            r"|(?:each|per|every) (?:visit|person|appointment|time)|both (?:visits|appointments|of them)"
            r"|card on file",
            r"lose|forfeit|again|twice|each|per|every|card",
        ),
    ),
    Topic.PAYMENT: (
        _either(
            r"cards?|visa|amex|american express|master ?card|discover|apple pay|google pay|venmo|zelle|cash ?app"
            r"|pay ?pal|checks?|cash|tap",
            r"cards?|visa|amex|apple|venmo|zelle|paypal|checks?|cash",
        ),
    ),
    Topic.GIFT_CARDS: (
        _either(
            r"(?:take|accept|pay\w*|use|run)(?: \w+){0,3} cards?\b(?<!gift card)(?<!gift cards)"
            r"|(?:credit|debit) cards?",
            r"credit|debit",
        ),
        _either(
            r"expir\w*|runs? out|running out|laps\w+|still (?:good|valid|work\w*)"
            r"|(?:good|valid) (?:for|until|till|after)"
            r"|how long (?:is|are|do|does|will)",
            r"expir\w*|valid|good for|years?|months?",
        ),
        _either(
            r"online|web ?site|internet|e ?mail|digital\w*|electronic\w*|(?:by|over the) phone|app",
            r"online|web ?site|e ?mail\w*|digital\w*|phone|app",
        ),
        _either(
            r"(?:use|redeem|apply|spend) (?:it|one|them|that|my|a|the|an)\b.*(?:for|on|to|toward)"
            r"|pay for (?!it\b|the)\w+ with",
            r"use|used|redeem\w*|toward|any (?:treatment|service|visit)|good (?:for|on)",
        ),
    ),
    Topic.PARKING: (
        _either(
            r"(?:after|past|over|beyond|longer than|more than)(?: \w+){0,2} hours?|extra hour|overtime"
            r"|go(?:es)? over|stay (?:longer|all day)|all day|overnight"
            r"|of (?:two|2) hours\b.*how much|how much\b.*hours?",
            r"after|extra|each|per hour|an hour|overnight|all day",
        ),
        _either(r"elevators?|lifts?", r"elevators?|lifts?"),
        _either(r"wheelchairs?|handicap\w*|accessible|disabled", r"wheelchairs?|handicap\w*|accessible|disabled"),
        _either(r"valet\w*|validat\w+", r"valet\w*|validat\w+"),
        _either(r"charg(?:er|ers|ing)|electric|tesla|ev", r"charg(?:er|ers|ing)|electric|ev"),
    ),
    Topic.LOCATION: (
        _either(
            r"bus(?:es)?|train|metro|subway|light rail|max line|tram|stations?|uber|exit|highway|freeway|interstate"
            r"|floor|entrance|landmarks?",
            r"bus|train|metro|subway|rail|station|exit|highway|floor|level|entrance|door|next to|across|behind",
        ),
    ),
    Topic.MEMBERSHIPS: (
        _either(
            r"discounts?|percent off|(?:cost|pay|is|be|get) (?:\w+ )?less|cheaper|lower prices?|reduced",
            r"discounts?|off|percent|less|save\w*",
        ),
        _either(r"cover (?:any|some)thing else|include (?:any|some)thing else|what else", r"also|plus"),
        _either(r"roll ?over|carry over", r"roll\w*|carr\w+"),
        _either(r"share|family|spouse|husband|wife", r"share\w*|family|spouse"),
        _either(r"contract|commit\w*|minimum", r"contract|commit\w*|minimum|any ?time|cancel\w*"),
    ),
}
_COVERAGE = re.compile(
    r"\b(?:(?<!no )(?<!without )(?<!not )cover(?:s|ed|age)?|co ?pays?|deductibles?"
    r"|percent|out of pocket|100|hmo|ppo|yearly max\w*|annual max\w*"
    r"|(?:what|how much) (?:will|would|do|does|is) (?:i|my|they|it)(?: \w+){0,3} (?:pay|owe|share|portion|cost))\b"
)
"""What an insurance pays, which a list of insurers does not tell."""
_COVERS = re.compile(r"\b(?:cover|covers|covered|include|includes|included)\b")
_THINGS = re.compile(r"\b(?:x ?rays?|fillings?|crowns?|whitening|exams?|checkups?)\b")


def is_special_price(line: str) -> bool:
    """Whether a plain text asks for a price that only some people pay, or for those who pay in cash."""
    return bool(_SPECIAL_PRICE.search(line))


def comes_late(line: str) -> bool:
    """Whether a plain text is about being late for a visit, which is no late change of it."""
    return bool(_COMES_LATE.search(line))


def lacks(kind: Topic | None, line: str, answer: str, named: str = "") -> bool:
    """Whether a practice's text of some kind has nothing on what a plain question asks; ``named``: the treatments
    that the question names."""
    text = plain(answer)
    if kind is Topic.INSURANCE:
        return bool(insurers_not_in(line, answer)) or bool(_COVERAGE.search(line) and not _COVERS.search(text))
    if kind is Topic.PAYMENT and is_special_price(line):
        return not re.search(r"\b(?:cash|discounts?|off|match)\b", text)
    if kind is Topic.MEMBERSHIPS and _COVERS.search(line):
        things = [*_THINGS.findall(line), *plain(named).split()]
        if things and not any(thing.removesuffix("s") in text for thing in things):
            return True
    aspects = _ASPECTS.get(kind, ()) if kind else ()
    return any(asks.search(line) and not tells.search(text) for asks, tells in aspects)


def insurers_not_in(line: str, answer: str) -> list[str]:
    """The insurers that a plain text asks about and that are not among those of an answer which lists some."""
    listed = plain(answer)
    if not _INSURERS.search(listed):
        return []
    return [
        one.title() if len(one) > _ABBREVIATED else one.upper()
        for one in _INSURERS.findall(line)
        if one not in listed
    ]
