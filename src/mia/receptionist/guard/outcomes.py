"""Claims that something was done: booked, canceled, moved, passed on."""

import re
from enum import StrEnum

from mia.receptionist.guard.facts import Outcomes


class Claim(StrEnum):
    """What a sentence says has been done. ``DONE`` leaves open what, ``VISIT`` takes a visit for granted."""

    BOOKED = "booked"
    MOVED = "moved"
    CANCELED = "canceled"
    DONE = "done"
    VISIT = "visit"
    TOLD = "told"
    ALERTED = "alerted"
    STOPPED = "stopped"


OF_A_VISIT = frozenset({Claim.BOOKED, Claim.MOVED, Claim.CANCELED, Claim.VISIT, Claim.DONE})
"""Claims that concern a visit: the times beside them must be its."""

_WHAT = r"(?:it|that|this|everything|which|visit|appointment|booking|reservation|slot|spot|time|consult\w*|session)"
_SINCE = (
    r"(?: (?:been|just|now|already|all|successfully|officially|gone ahead and|went ahead and|you|your \w+|it|that|"
    r"the \w+|appointment|visit|time|slot|booking|down|completely|also|got)){0,4}"
)
_HAS = (
    rf"(?:\b(?:you|{_WHAT}|he|she|they) (?:are|is|am|has|have|was|were){_SINCE} "
    rf"|\b(?:i|we) (?:have|had|just|went ahead and|already|now|successfully){_SINCE} |\b(?:i|we) "
    rf"|^(?:(?:great|perfect|okay|done|good news|excellent|alright|thank you|thanks|all right|yes|sure)(?: \w+)? )?"
    rf"(?:successfully |all |now )?|\bgot {_WHAT} |\bgot you (?:all )?|\bconsider (?:it|that|yourself) )"
)
_PATTERNS: tuple[tuple[Claim, re.Pattern[str]], ...] = (
    (Claim.MOVED, re.compile(rf"{_HAS}(?:moved|rescheduled|switched|pushed|bumped|changed (?:to|your|it|the))\b")),
    (
        Claim.CANCELED,
        re.compile(rf"{_HAS}(?:cancell?ed|called off|taken off (?:the|our) (?:calendar|schedule|books?))\b"),
    ),
    (
        Claim.BOOKED,
        re.compile(
            rf"{_HAS}(?:booked|scheduled|reserved|confirmed|secured|locked in|pencill?ed in|squeezed in)\b"
            r"|\b(?:put|got|have) you (?:down|in|on the (?:books?|calendar|schedule)) (?:for|at|on|with)\b"
            r"|\byour (?:booking|reservation|confirmation) (?:\w+ ){0,2}(?:complete|number|successful|went)\b"
            r"|\bbooking (?:complete|confirmed|successful)\b"
        ),
    ),
    (
        Claim.DONE,
        re.compile(
            r"(?:\b(?:you are|everything is|it is|that is|we are) (?:all |now )?|^all )set\b(?! (?:to|up)\b)"
        ),
    ),
    (
        Claim.VISIT,
        re.compile(
            r"\byour (?:\w+ ){0,2}(?:appointment|visit|booking|session) (?:is|will be|starts)\b"
            r"(?! (?:usually|about|around|typically|not|free|an hour|\d+ (?:minutes|hours)))"
            r"|\b(?:see|expect) you (?:then|there|soon|on|at|tomorrow|today|next|this|\w+day)\b"
            r"|\blook(?:ing)? forward to (?:seeing|your)\b|\byou are (?:coming in|expected|down) (?:on|at|for)\b"
        ),
    ),
    (
        Claim.ALERTED,
        re.compile(
            r"\b(?:alerted|alerting|paged|paging|dispatched)\b|\bon call (?:\w+ ){0,3}(?:has|will|was|knows)\b"
            r"|\b(?:ambulance|paramedics?|help|doctor|nurse) (?:is|are) (?:on (?:the|its|their) way|coming)\b"
        ),
    ),
    (
        Claim.TOLD,
        re.compile(
            r"\b(?:i|we) (?:have |just |already |also |now ){0,3}(?:told|notified|informed|let|asked|messaged|"
            r"contacted|passed|forwarded|sent|left|flagged|requested|put in|arranged)\b(?: \w+){0,4} (?:team|staff|"
            r"someone|front desk|manager|doctor|provider|nurse|know|along|on|note|message|request|call)\b"
            r"|\b(?:team|staff|front desk|someone|provider) (?:has|have|was|were) (?:been )?(?:\w+ )?"
            r"(?:told|notified|informed|contacted|asked|messaged)\b"
        ),
    ),
    (
        Claim.STOPPED,
        re.compile(
            r"\b(?:removed|unsubscribed|opted) (?:you|your number|out)\b|\btaken (?:you|your number) off\b"
            r"|\b(?:will not|no longer) (?:be )?(?:contact|call|text|message)(?:ed)? (?:you|this number)\b"
        ),
    ),
)
_CONDITION = re.compile(r"\b(?:once|before|if|when|until|unless|whether|in case|as soon as)(?: \w+)? $")
_TAKEN = re.compile(r"\b(?:fully|completely|all|already) (?:booked|reserved)\b(?! (?:for you|in|you))")


def claims(line: str) -> set[Claim]:
    """What a normal text claims has been done. Offers, conditions and denials are no claims."""
    line = _TAKEN.sub("taken", line)
    found: set[Claim] = set()
    for claim, pattern in _PATTERNS:
        if any(not _CONDITION.search(line[: match.start()]) for match in pattern.finditer(line)):
            found.add(claim)
    return found


def is_true(claim: Claim, outcomes: Outcomes, *, on_call: bool) -> bool:
    """Whether a tool of this conversation has done what is claimed."""
    has_visit = outcomes.booked or bool(outcomes.told)
    match claim:
        case Claim.BOOKED | Claim.VISIT:
            return has_visit
        case Claim.MOVED:
            return outcomes.moved or (outcomes.booked and outcomes.canceled)
        case Claim.CANCELED:
            return outcomes.canceled or outcomes.moved
        case Claim.DONE:
            return has_visit or outcomes.person or outcomes.stopped
        case Claim.TOLD:
            return outcomes.person or outcomes.code
        case Claim.ALERTED:
            return outcomes.urgent and on_call
        case Claim.STOPPED:
            return outcomes.stopped
