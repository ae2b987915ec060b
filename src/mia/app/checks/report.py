"""Findings as an operator reads them, and as a program does."""

import json
from collections.abc import Sequence
from textwrap import fill

from mia.app.checks.findings import Finding, Severity

_LABELS = {Severity.BLOCKS: "BLOCKS ", Severity.WARNS: "warning"}
_WIDTH = 100


def as_text(findings: Sequence[Finding]) -> str:
    """A list, what blocks the start first, with a count in its last line."""
    order = [each for severity in Severity for each in findings if each.severity is severity]
    lines = [_lines(each) for each in order]
    return "\n".join([*lines, _summary(findings)]) + "\n"


def as_json(findings: Sequence[Finding]) -> str:
    """``{"fit": bool, "findings": [{"check", "severity", "words"}]}``."""
    items = [{"check": each.check, "severity": each.severity.value, "words": each.words} for each in findings]
    return json.dumps({"fit": is_fit(findings), "findings": items}, indent=2) + "\n"


def is_fit(findings: Sequence[Finding]) -> bool:
    """Whether a production would start."""
    return all(each.severity is not Severity.BLOCKS for each in findings)


def _lines(finding: Finding) -> str:
    head = f"{_LABELS[finding.severity]}  {finding.check:<14}"
    return fill(finding.words, _WIDTH, initial_indent=f"{head}  ", subsequent_indent=" " * (len(head) + 2))


def _summary(findings: Sequence[Finding]) -> str:
    if not findings:
        return "Nothing is missing."
    blocking = sum(each.severity is Severity.BLOCKS for each in findings)
    warnings = len(findings) - blocking
    start = "Production starts." if not blocking else f"Production does not start ({_count(blocking, 'problem')})."
    return f"{start} {_count(warnings, 'warning')}." if warnings else start


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
