"""Rules that say which concepts mean danger when they stand together."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mia.platform.safety.lexicon import Found, Span
from mia.platform.words.phrase_files import read_sections

_RULE = re.compile(r"(?P<parts>[^<]+?)(?:\s*<\s*(?P<within>\d+))?$")


@dataclass(frozen=True)
class Rule:
    """Concepts that mean danger when all of them stand within some words."""

    parts: tuple[tuple[str, ...], ...]
    ordered: tuple[bool, ...]
    """Whether a part has to follow the one before it."""
    within: int

    def holds(self, found: Found) -> bool:
        """Whether all parts stand close enough to each other, none of them in another's words."""
        return next(self.chains(found), None) is not None

    def chains(self, found: Found) -> Iterator[tuple[Span, ...]]:
        """The places, a part each, where the rule holds."""
        choices = [[span for concept in part for span in found.get(concept, ())] for part in self.parts]
        return self._chains(choices, ()) if all(choices) else iter(())

    def _chains(self, choices: Sequence[Sequence[Span]], chain: tuple[Span, ...]) -> Iterator[tuple[Span, ...]]:
        if len(chain) == len(choices):
            yield chain
            return
        for span in choices[len(chain)]:
            if self._fits(span, chain):
                yield from self._chains(choices, (*chain, span))

    def _fits(self, span: Span, chain: tuple[Span, ...]) -> bool:
        apart = all(span.end <= other.start or span.start >= other.end for other in chain)
        after = not self.ordered[len(chain)] or span.start >= chain[-1].end
        longer = (*chain, span)
        return apart and after and max(s.end for s in longer) - min(s.start for s in longer) <= self.within


def read_rules(text: str) -> Mapping[str, tuple[Rule, ...]]:
    """The rules under each heading of a rules file."""
    return {heading: tuple(map(_read, lines)) for heading, lines in read_sections(text).items()}


def _read(line: str) -> Rule:
    match = _RULE.fullmatch(line)
    if match is None:
        raise ValueError(f"not a rule: {line}")
    pieces = re.split(r"\s*([+>])\s*", match["parts"].strip())
    return Rule(
        tuple(tuple(piece.split("/")) for piece in pieces[::2]),
        (False, *(sign == ">" for sign in pieces[1::2])),
        int(match["within"] or 99),
    )
