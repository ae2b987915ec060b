"""Long sets of cases: a plain run takes a fixed sample of each, ``--whole`` takes all.

``pytest.mark.drill(every=3)`` on a test with cases keeps every third case in `make test`; `make drills`
runs all of them. ``pytest.mark.drill(plain=False)`` leaves a costly test to `make drills`, where a plain run shows
the most of it elsewhere. The sample is fixed, so that what passed once is what passes again.
"""

from collections import Counter

import pytest

SETS = ("evals", "conformance", "drill")
"""Markers of long sets, each with a target of the Makefile that runs it whole."""


def left_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """The cases that a plain run leaves out."""
    seen = Counter[str]()
    out: list[pytest.Item] = []
    for item in items:
        marks = [mark for mark in map(item.get_closest_marker, SETS) if mark]
        every = max((int(mark.kwargs.get("every", 1)) for mark in marks), default=1)
        plain = all(mark.kwargs.get("plain", True) for mark in marks)
        test = item.nodeid.partition("[")[0]
        if seen[test] % every or not plain:
            out.append(item)
        seen[test] += 1
    return out
