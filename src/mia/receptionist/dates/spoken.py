"""Puts days and times of one utterance together, corrections included."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from mia.platform.words.plain import plain
from mia.receptionist.dates.clock import Times, hear_times, part_of_day, resolve
from mia.receptionist.dates.days import hear_days, mend, with_dates
from mia.receptionist.dates.from_to import as_ranges
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS, Days, span
from mia.receptionist.dates.ruled_out import of_the_week, rule_out
from mia.receptionist.dates.when import When
from mia.receptionist.numbers import NUMBERED_DAYS, with_digits

Bounds = Callable[[date | None], tuple[time, time] | None]

_CORRECTION = re.compile(
    r"\b(?:no wait|wait no|no sorry|sorry no|i mean|i meant|actually|or rather|scratch that|"
    r"(?<!not )make (?:it|that)|"
    r"let us (?:do|say|make it)|instead of that|no i said|"
    r"(?<!but )(?<!and )(?<!just )(?<!week )no(?! "
    r"(?:later|earlier|sooner|more|less|preference|problem|matter|rush|weekends|"
    rf"(?:{'|'.join(WEEKDAYS)})s)\b))\b"
)
_GRANTED = re.compile(
    r"\b(?:if|since|because|as) (?:(?:you(?: guys| all)?|yall|they|we|it|there) )?(?:are|is|do|does|can|have|has)?"
    r" ?(?:not|no) (?:(?:do|open|have|work|take|come|be|any|anything|on|for|in) )*\w*days?\b"
)
"""A day that is taken for closed or full is not wished for: "if you don't do Sundays, then a Saturday"."""
_FEW_WORDS = 8
"""Words up to which a bare number in a correction is a time: "no wait, eight"."""
_PRONOUN = re.compile(
    r"\b(the(?: (?!(?:at|around|about|by|or|to|and|on|in|till|until|before|after|from)\b|\d)\w+){0,3}"
    r"|first|second|third|last|later|latest|earlier|earliest|other|that|this|which|either|"
    r"morning|afternoon|evening|middle|good|next|another|any|no|new|a|each|every) one\b"
    r"(?! (?:pm|am|thirty|fifteen|forty|oclock))(?! (?:after|following)(?! (?:\d|noon|lunch|half|quarter|work)))"
    r"|\bone (?:of (?:them|these|those|you|your|the|my|our|her|his)|who|whose)\b"
    r"|(?<!at )(?<!around )(?<!about )(?<!by )\bone from (?:some|any|the|you|dr)\w*\b"
    r"|\bone (?:right |straight )?(?:after|before) (?:the other|another)\b|\bone (?:by one|at a time)\b"
)
_COUNTS = re.compile(
    r"\b(?:the )?\d{1,3}(?:st|nd|rd|th) (?:(?:wedding|class) )?(?:anniversar(?:y|ies)|birthdays?|floors?"
    r"|streets?|avenues?|ave|grade(?:s|rs?)?|centur(?:y|ies)|reunion|trimester|grand(?:child|kid|son|daughter)"
    r"|marathon)\b"
)
"""Ordinals that number no day: "our 20th anniversary", "on the 11th floor"."""
_AGES = re.compile(
    r"\b(?:(?:kids?|children|boys?|girls?|sons?|daughters?|twins|they|ages?|aged|(?:he|she) is)(?: are| is| of)?"
    r" \d{1,2}(?: and(?= \d))?(?: \d{1,2}(?: and(?= \d))?)*)(?! ?(?:am|pm|oclock|:|\d))"
    r"|\b\d{1,2} (?:year|yr)s? ?olds?\b"
)
"""How old children are, which is no hour: "the kids are 4, 7 and 12"."""
_POINTS = re.compile(
    r"(?<!the )\b(?:first|second|third|one|two|three) "
    r"(?=(?:what|how|do you|does|where|who|when)\b(?! (?:about|fine)\b))"
)
"""Questions that are counted: "first, what does it cost? Second, do you ...?"."""
_IN_A_ROW = re.compile(
    r"\b(?:the|my|our|her|his|an?) (?:first|second|third) (?:filling|session|treatment"
    r"|cleaning|massage|facial|syringe|injection|round|crown)s?\b"
)
"""Ordinals that number treatments and no day: "start me with the first filling"."""
_WD = "(" + "|".join(WEEKDAYS) + ")"
_WEEKDAYS_ONLY = re.compile(
    r"\b(?:any|a|on|only|during(?: the)?) week ?days?\b"
    r"|\bweek ?day (?:mornings?|afternoons?|evenings?)\b"
    r"|\bweek ?days? (?:only|are|would|is|work)\b"
)
_AFTERWARDS = re.compile(
    r"\b(?:any ?(?:day|time) |(?<!day )(?<!week ))after (?:that|then)\b"
    r"|\bonce i am back\b|\bwhen i (?:am|get) back\b"
)
_SOON_AFTER = timedelta(weeks=4)
_ANY_DAY = re.compile(r"\b(?:any ?day|any ?time|anything|every ?day|each day|when ?ever|week ?days?)\b")
_SOONEST = re.compile(
    r"\b(?:how soon (?:can|could|would) (?:you|yall|i|we|he|she|they|it|my \w+)|"
    r"as soon as (?:possible|you can|i can)|asap|a s a p|soonest|earliest (?:you have|available|possible|"
    r"opening|appointment|slot|you can|time)|(?:first|1st|next) (?:available|opening|open|free)|"
    r"(?:any ?time|any ?day|"
    r"when ?ever)(?! (?:after|before|between|from|in|on|next|this|today|tomorrow|but|except))|sooner the better|"
    r"no preference|do not (?:care|mind)|does not matter|you (?:choose|pick|decide)|i am "
    r"(?:flexible|open|easy|free)|"
    r"flexible|what(?:ever)? (?:do )?you have|quickest|right away|what is open|any of them|next opening)\b"
)

_VISIT = timedelta(hours=1)
"""What a visit takes at most in most practices, where it has to be over by an hour."""


def hear_when(text: str, now: datetime, bounds: Bounds, *, expected: bool = False, whole: str = "") -> When:
    """The wish in a plain text (see ``plain``), empty when there is none.

    ``now`` is the practice's local time; ``bounds`` gives the opening hours of a day (``None``: of
    the week) to settle am or pm; ``expected`` lets a bare number count as a time; ``whole`` is the text
    of which it is a part, whose dates tell that "wednesday 9" is no hour.
    """
    text = _first_wish(text)
    text = _IN_A_ROW.sub(" ", _POINTS.sub(" ", _without_those_days(text)))
    text = _IT_WAS.sub(" | ", _GREETS.sub(" ", _POINTED_AT.sub("", text)))
    mended = mend(with_digits(_PRONOUN.sub(lambda m: m[1] or " | ", _GRANTED.sub(" ", text))))
    mended = _AGES.sub(" | ", _COUNTS.sub(" | ", mended))
    line = as_ranges(with_dates(_free_part(mended), now.date(), mend(whole)))
    wish = When()
    for place, piece in enumerate(between_corrections(line)):
        corrects = place > 0 or wish.has_time or bool(_CORRECTION.match(line))
        corrected = corrects and len(piece.split()) <= _FEW_WORDS
        heard = _hear_piece(piece, now, bounds, expected=expected or corrected)
        if (
            place
            and heard.one_day
            and wish.days
            and _BARE_WEEKDAY.search(piece.strip())
            and not re.search(r"\d(?:st|nd|rd|th)", piece)
        ):
            heard = replace(heard, days=(_of_that_week(heard.one_day, wish.days[0], now.date()),))
        if place and wish.one_day and not heard.has_day and _NEXT_ONE.search(piece):
            heard = replace(heard, days=(wish.one_day + timedelta(weeks=1),))
        wish = wish.updated(heard)
    return wish


_FAILING_THAT = re.compile(
    r"\b(?:otherwise|failing that|or else|(?:and )?if (?:that is )?not(?: (?:possible|open|free))? then)\b"
)


def _first_wish(text: str) -> str:
    """A plain text up to what would do as well: "Saturday morning, otherwise Friday after 3"."""
    first = _FAILING_THAT.split(text)[0]
    return first if re.search(_WD, first) else text


_NEXT_ONE = re.compile(r"\b(?:the )?(?:next|following)(?: 1| one)?(?: please)?$|\bthe (?:one |1 )?after(?: that)?$")
"""A day of the week after, of the weekday before: "this Saturday? No wait, the next one"."""
_NOT_THOSE = re.compile(
    r"\b(?:so |just )?(?:not|never|no) (?:on )?(?:those|these|them)(?: days)?\b|\b(?:those|these) (?:days )?"
    r"(?:are|do|will) (?:out|not|no good)(?: work| good)?\b|\bany(?: other)? day but those\b"
)


def _without_those_days(text: str) -> str:
    """A plain text in which the weekdays named before "so not those days" are ruled out."""
    found = _NOT_THOSE.search(text)
    if found is None or ("days" not in found[0] and "those" not in found[0]):
        return text
    named = re.findall(_WD, text[: found.start()])
    rest = re.sub(rf"{_WD}s?", " | ", text[: found.start()]) + text[found.end() :]
    return " ".join((*(f"not {day}s" for day in dict.fromkeys(named)), "|", rest)) if named else text


_REFUSES = re.compile(
    r"^\W*(?:(?:sorry|no|nah|nope|hmm|oh|ugh|and|but)\W+)*(?:i |we )?"
    r"(?:can'?t|cannot|can not|won'?t)(?: (?:do|make|take) "
    r"(?:that|those|these|it|them|either|any of (?:that|those|these|them)))?\s*[,.;:!-]+\s*",
    re.IGNORECASE,
)
"""What declines the times that were offered, before the words that ask for others: "can't do that, Friday at 2"."""


_SO_CALLED = re.compile(
    rf"\b(?:the\s+)?(?:({'|'.join(WEEKDAYS)})|one|day)\s+(?:after|before|following),\s+"
    rf"(?=(?:(?:{'|'.join(WEEKDAYS)}),?\s+)?(?:the\s+)?(?:\d|\w+(?:st|nd|rd|th)\b))",
    re.IGNORECASE,
)
"""A day that is called by both: "the Thursday after, the 10th"."""
_NO_BEFORE_A_PART = re.compile(
    r"^\W*(?:no|nah|nope|sorry)\s*[,.;:!-]+\s*(?=(?:in |on )?(?:the )?(?:morning|afternoon|evening)s?\b)",
    re.IGNORECASE,
)
"""What declines an offer, before the part of the day that is wanted: "no, morning of the 12th"."""
_NOT_THAT = re.compile(r"^[^\d.!?;,]*\bnot(?: quite| really| exactly| it| good)?[.!;:,\u2014-]+\s+", re.IGNORECASE)
"""The same without a word of what is declined: "I'm afraid not. December 8 or 9"."""


def _of_that_week(day: date, before: date, today: date) -> date:
    """A weekday that corrects another is of the same week: "the week after, Wednesday, no, Thursday"."""
    same = before + timedelta(days=day.weekday() - before.weekday())
    return same if same >= today else day


_BARE_WEEKDAY = re.compile(rf"^(?:\w+ )?{_WD}\b(?! (?:after|week))")
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|,\s+(?=(?:how|what) about\b)|\s+(?=but (?:can|could|how|what)\b)")
_CONCLUDES = re.compile(
    rf"\b(?:so|(?:that|which) leaves|leaving)\s+(?=(?:(?:maybe|either|ideally|on|probably|just)\s+)?"
    rf"(?:(?:{'|'.join(WEEKDAYS)}"
    rf"|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?),?\s+)?(?:the\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}/\d{{1,2}}|{NUMBERED_DAYS}"
    rf"|(?:{'|'.join(month[:3] for month in MONTHS)})[a-z]*\.?\s+\d))",
    re.IGNORECASE,
)
"""What comes of the days told before it: "I fly on the 9th and pack on the 8th, so the 7th"."""
_INSTEAD = re.compile(r"\binstead\b(?! of)")
_OFFERS = re.compile(r"\b(?:how about|what about|can (?:we|i|you)|could (?:we|i|you)|let us)\b")
_TAKES_BACK = re.compile(
    r"\b(?:can not|will not|does not|do not|no good|forgot|forgotten|blanked|oops|shoot|conflict|busy|wait)\b"
)


def last_asked(text: str, now: datetime) -> str:
    """The part of a text that asks for another day, where the days before it are why: "Friday the 4th is my son's
    recital, I forgot. Can we do Saturday instead?"; the text itself where there is none."""
    text = _SO_CALLED.sub(lambda m: f"{m[1]} " if m[1] else "", text)
    text = _NO_BEFORE_A_PART.sub("", _REFUSES.sub("", _NOT_THAT.sub("", text)))
    if (so := list(_CONCLUDES.finditer(text))) and _names_day(plain(text[: so[-1].start()]), now):
        return text[so[-1].end() :]
    pieces = _SENTENCES.split(text)
    for place in range(len(pieces) - 1, 0, -1):
        piece, before = plain(pieces[place]), plain(" ".join(pieces[:place]))
        asks = _INSTEAD.search(piece) or (_OFFERS.search(piece) and _TAKES_BACK.search(before))
        if asks and _names_day(piece, now) and _names_day(before, now):
            return " ".join(pieces[place:])
    return text


def _names_day(line: str, now: datetime) -> bool:
    return hear_days(mend(with_digits(line)), now.date())[0] is not None


_GREETS = re.compile(
    r"\b(?:happy|merry|blessed|good|great|nice) (?:thanksgiving|turkey day|christmas|holidays?|new year\w*)\b"
)
_IT_WAS = re.compile(
    r"\b(?:it|that|this)(?: is|s)? (?:already |actually |literally )?today\b|"
    rf"\b(?:it|that|this) (?:was|were|must have been) (?:(?:like|around|about|in|back|probably) )*"
    rf"(?:{'|'.join(MONTHS)})\b"
    r"|\b(?:done|had|was|were|been|came|went|did|saw|got)(?: \w+){0,4}? (?:in|around|since|back in) "
    rf"(?:(?:like|about|early|late) )*(?:{'|'.join(MONTHS)})\b(?! (?:the )?\d)"
)
"""A month that is long over: "she had it done in August"."""
_NO_SUCH_DAY = re.compile(rf"^\W*(?:(?!\b(?:{'|'.join(WEEKDAYS)})\b|\d(?:st|nd|rd|th)\b).)*$")
"""No day but those of every week: "not Mondays, I do the pantry Mondays"."""
_POINTED_AT = re.compile(rf"\bthat (?={_WD}\b)")
_BUSY = re.compile(
    r"\b(?:i am (?:in|at|on|teaching|working)|i (?:work|teach|volunteer)|i have(?: got)? (?:\w+ )?"
    r"(?:meetings?|class(?:es)?|work|school|court|rounds|practice|church|rehab|dialysis)|busy|tied up)"
    r"(?: (?!so |nights?\b|days\b|evenings?\b)\w+){0,2}? (?:in the |every |all |the )?"
    r"(?P<part>morning|afternoon)s?\b(?! (?:is|are|works?|off|free))"
    r"|\b(?:not|never(?: do)?|except|any ?(?:time|thing|day) but|can not (?:do|make)|no) (?:in the |the |an? )?"
    r"(?P<none>mornings?|afternoons?|evenings?)\b(?! (?:is|are|works?|at|person|\d))"
    r"|\b(?P<bad>mornings|afternoons|evenings) (?:are|is) (?:out|bad|no good|not good|impossible|hard|tough)\b"
    r"|\b(?P<off>mornings|afternoons|evenings) do not work\b"
    r"|\b(?P<taken>mornings|afternoons|evenings) (?:i|we) (?:am|are|have|work|teach|sleep|take|drive|watch|train"
    r"|nap)\b(?! (?:free|off|open|available|good|home|best|fine|flexible|around|time|nights|days"
    r"|evenings|afternoons)\b)"
    r"|\bi (?:am asleep|sleep)(?: in)?(?: all| most| in the| through the)? (?P<asleep>morning|afternoon)s?\b"
)
"""A part of the day that someone has no time in: "I'm in court in the mornings", "no evenings"."""
_LEFT = {"morning": "after noon", "afternoon": "before noon", "evening": "before 5 pm"}


_HOUR = re.compile(
    r"\b(?:\d{1,2}:\d\d|\d{1,2} ?(?:am|pm|oclock)|noon|(?:after|before|past|until|by|at) \d{1,2})\b(?!st|nd|rd|th)"
)


def _free_part(line: str) -> str:
    """A plain text with the time that is left where a part of the day is taken, unless an hour is told."""
    if _HOUR.search(line):
        return _BUSY.sub(" | ", line)
    return _BUSY.sub(lambda m: _LEFT[next(filter(None, m.groups())).removesuffix("s")], line)


def between_corrections(line: str) -> list[str]:
    """The parts of a plain text between its corrections ("no sorry", "I mean"): what was said last wins."""
    return [p for p in _CORRECTION.split(line) if p and p.strip()]


def _hear_piece(piece: str, now: datetime, bounds: Bounds, *, expected: bool) -> When:
    today = now.date()
    out = rule_out(piece, today)
    without = set(out.days)
    left_open = bool(_ANY_DAY.search(piece)) and bool(without)
    if _WEEKDAYS_ONLY.search(piece):
        without |= of_the_week("weekends", today)
        left_open = True
    piece = out.rest
    part = part_of_day(piece)
    afterwards = out.absent_until is not None and bool(_AFTERWARDS.search(piece))
    days, rest = hear_days(_AFTERWARDS.sub(" | ", piece) if afterwards else piece, today)
    if days is None and out.absent_until and afterwards:
        days = span(out.absent_until + timedelta(days=1), out.absent_until + _SOON_AFTER)
    soonest = (left_open or bool(_SOONEST.search(rest))) and days is None
    rest = re.sub(r"\bright away\b|\basap\b", " ", rest)
    times = hear_times(re.sub(r"\d+(?:st|nd|rd|th)\b(?! (?:thing|app|slot))", " ", rest), expected=expected)
    named = days or Days(())
    if named.days and not named.until and set(named.days) <= without and _NO_SUCH_DAY.search(piece):
        named = Days(())
    if named.days and not named.until and set(named.days) <= without:
        without -= set(named.days)  # "every day but Wednesday, when we're off. The 2nd or the 9th"
    wish = When(
        days=named.days if named.until else tuple(day for day in named.days if day not in without),
        until=named.until,
        soonest=soonest,
        without=tuple(sorted(without)),
        part=times.part or part,
    )
    return _timed(wish, times, bounds(wish.one_day) or bounds(None))


def _timed(wish: When, times: Times, bounds: tuple[time, time] | None) -> When:
    after, before = (resolve(clock, wish.part, bounds) if clock else None for clock in (times.after, times.before))
    # "in the morning, we have lunch at 1": the hour is of something else
    at = resolve(times.at, wish.part, None if wish.part == "morning" else bounds) if times.at else None
    if before and times.before_alone:
        before = _earlier(before, timedelta(minutes=1))
    if times.ends and (over := resolve(times.ends, wish.part, bounds)):
        before = min(filter(None, (before, _earlier(over, _VISIT))))
    if times.edge == "opening" and bounds:
        return replace(wish, at=bounds[0], part="morning")
    if times.edge == "closing" and bounds:
        return replace(wish, at=_earlier(bounds[1], timedelta(hours=1)))
    if isinstance(times.edge, time):
        return replace(wish, at=times.edge)
    if wish.part == "morning" and after and after >= time(12):
        wish = replace(wish, part=None)
    # "Three in the afternoon" is a time; the part of day has done its work.
    return replace(wish, at=at, not_before=after, not_after=before, part=None if at else wish.part)


def _earlier(moment: time, by: timedelta) -> time:
    return (datetime.combine(date.min + timedelta(days=1), moment) - by).time()
