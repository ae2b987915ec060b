"""Takes out what does not count: symptoms that are denied, over, imagined, wished for or minor."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mia.platform.safety.lexicon import Found, Span
from mia.platform.safety.rules import Rule

_DENIED = 5
"""Words after "no" or "without" that it denies: "no real swelling or pain"."""
_OVER = 12
"""Words before "fine now" or "years ago" that they speak of."""
_SINCE = 8
"""Words after "in 2015" or "when I was a kid" that they speak of."""
_SUPPOSED = 14
"""Words after "what if" or "is it possible" that are supposed only."""
_NEAR = 5
"""Words around "a little" or "normal" that they speak of."""
_EVERYTHING = 1_000_000
"""More words than any utterance has."""
_NO_TROUBLE = 3
"""Words after "no trouble" that it denies: "no trouble at all breathing"."""

_Drops = Callable[[str, Span], bool]


@dataclass(frozen=True)
class Reading:
    """What was found in an utterance; ``without`` makes one that has less."""

    found: Found
    kinds: Mapping[str, Collection[str]]
    """Concepts that a guard of this name takes out; see the headings of rules.txt."""
    dropped: bool = field(default=False)
    """Whether a guard took anything out."""

    def spans(self, concept: str) -> Sequence[Span]:
        """Where a concept stands."""
        return self.found.get(concept, ())

    def has(self, concept: str, start: int, end: int) -> bool:
        """Whether a concept begins within some words."""
        return any(start <= span.start < end for span in self.spans(concept))

    def without(self, drops: _Drops, *, keep: Collection[str] = ()) -> "Reading":
        """The reading less every span that ``drops`` names by its concept and place."""
        left = {
            concept: [span for span in spans if concept in keep or not drops(concept, span)]
            for concept, spans in self.found.items()
        }
        fewer = any(len(left[concept]) < len(spans) for concept, spans in self.found.items())
        return Reading(left, self.kinds, self.dropped or fewer)

    def without_kind(self, kind: str) -> "Reading":
        """The reading less all concepts of a kind."""
        out = self.kinds[kind]
        return self.without(lambda concept, _: concept in out)


def without_figures(reading: Reading, company: Sequence[Rule]) -> Reading:
    """Less figures of speech, by themselves or by their ``company``: what a phone or a price dies of."""
    masks = [
        *reading.spans("figure"),
        *(span for rule in company for chain in rule.chains(reading.found) for span in chain),
    ]
    return reading.without(lambda _, span: _overlaps(span, masks))


def without_numbness(reading: Reading) -> Reading:
    """Less the numbness of a mouth that a dentist made numb, unless anything beside the mouth is named."""
    if not reading.spans("dental work") or reading.spans("beyond the mouth"):
        return reading
    return reading.without_kind("numbness")


def without_denied(reading: Reading) -> Reading:
    """Less what is denied ("no swelling"), over ("fine now") or long ago ("had a stroke in 2015")."""
    phrases = [
        span
        for concept, spans in reading.found.items()
        for span in spans
        if span.end - span.start > 1 and concept not in reading.kinds["telling"]
    ]
    denied: list[Span] = []
    for no in reading.spans("not"):
        in_phrase = any(p.start <= no.start < p.end for p in phrases)
        if not in_phrase and not reading.has("no denial", no.end, no.end + 2):
            reach = _DENIED + (_DENIED if reading.has("or", no.end, no.end + _DENIED) else 0)
            stop = _first(reading, "turn", no.end, no.end + reach)
            denied.append(Span(no.end, stop))
    can_deny = reading.kinds["deniable"]
    reading = reading.without(lambda concept, span: concept in can_deny and _within(span, denied))
    gone = [
        Span(none.start, _first(reading, "turn", none.end, none.end + _NO_TROUBLE))
        for none in reading.spans("denial")
    ]
    gone += [Span(0, _EVERYTHING) for _ in reading.spans("false alarm")]
    gone += [Span(out.start, out.end + _DENIED) for out in _affirmed(reading, "ruled out")]
    gone += [_past(reading, past) for past in reading.spans("past")]
    reading = reading.without(lambda _, span: _within(span, gone), keep=("not",))
    over = [Span(over.start - _OVER, over.end) for over in _affirmed(reading, "resolved")]
    return reading.without(lambda _, span: _within(span, over), keep=("not", *reading.kinds["lasting"]))


def without_threats(reading: Reading) -> Reading:
    """Less the death that others threaten with: "he threatened to kill me" is no thought of suicide."""
    threats = reading.spans("by others")
    return reading.without(lambda _, span: _overlaps(span, threats))


def without_minor(reading: Reading) -> Reading:
    """Less what is minor ("a bit swollen"), a matter of looks, or a reason to stay at home."""
    if not reading.spans("worse"):
        weak = reading.kinds["weak"]
        near = [Span(mild.start - _NEAR, mild.end + _NEAR) for mild in reading.spans("mild")]
        reading = reading.without(lambda concept, span: concept in weak and _within(span, near))
    if not reading.spans("acute"):
        looks = reading.kinds["looks"]
        wished = [_clause(reading, wish) for wish in reading.spans("wish")]
        reading = reading.without(lambda concept, span: concept in looks and _within(span, wished))
    inflamed = any(reading.spans(concept) for concept in reading.kinds["inflamed"])
    in_one_place = inflamed and (reading.spans("hot number") or reading.spans("fever of"))
    stays_home = reading.spans("excuse") and not reading.spans("aftermath") and not in_one_place
    return reading.without_kind("ailments") if stays_home else reading


def without_supposed(reading: Reading, questions: Sequence[Rule]) -> Reading:
    """Less what is only asked about in general: "what if", "is there a risk of", "does Botox"."""
    told = [*reading.spans("statement"), *reading.spans("in person")]
    asked = [*reading.spans("hypothetical")]
    asked += [chain[0] for rule in questions for chain in rule.chains(reading.found)]
    supposed = [
        Span(ask.start, _first(reading, "in person", ask.end, ask.end + _SUPPOSED))
        for ask in asked
        if not any(span.start < ask.start < span.end for span in told)
    ]
    supposed = [ask for ask in supposed if not reading.has("at this moment", *ask)]
    return reading.without(
        lambda _, span: _overlaps(span, supposed), keep=("help", "afraid", "threat", "threatening")
    )


def _affirmed(reading: Reading, concept: str) -> Iterator[Span]:
    """Places of a concept without a "not" before it: "it will not quit bleeding"."""
    negated = {no.end for no in reading.spans("not")}
    return (span for span in reading.spans(concept) if span.start not in negated)


def _past(reading: Reading, past: Span) -> Span:
    clause = _clause(reading, past)
    end = past.end
    if not reading.has("at this moment", past.end, _EVERYTHING):
        end = min(_first(reading, "present", past.end, past.end + _SINCE), clause.end)
    start = past.start if _is_cause(reading, past, clause) else max(past.start - _OVER, clause.start)
    return Span(start, end)


def _is_cause(reading: Reading, past: Span, clause: Span) -> bool:
    """Whether what is past brought about what is so now: "I am bleeding from last week's surgery"."""
    since = any(cause.end == past.start for cause in reading.spans("cause"))
    return since and reading.has("present", clause.start, past.start)


def _clause(reading: Reading, span: Span) -> Span:
    """What stands around a span up to the next "but" or "and"."""
    start = max((turn.end for turn in reading.spans("clause") if turn.end <= span.start), default=0)
    return Span(start, _first(reading, "clause", span.end, _EVERYTHING))


def _first(reading: Reading, concept: str, start: int, end: int) -> int:
    return min((span.start for span in reading.spans(concept) if start <= span.start < end), default=end)


def _within(span: Span, areas: Sequence[Span]) -> bool:
    return any(area.start <= span.start < area.end for area in areas)


def _overlaps(span: Span, areas: Sequence[Span]) -> bool:
    return any(area.start < span.end and span.start < area.end for area in areas)
