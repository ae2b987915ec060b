"""The audit of locked packages: what fails it, what is allowed, and what is said where no one can be asked."""

import json
from datetime import date

import pytest

from scripts.advisories import (
    ALLOWED,
    Advisory,
    Unreachable,
    is_allowed,
    read_allowed,
    read_npm_audit,
    read_pip_audit,
)

TODAY = date(2026, 11, 23)
FOUND = Advisory("jinja2", frozenset({"PYSEC-2026-1", "CVE-2026-1"}))


def test_pip_audit_tells_of_a_weakness() -> None:
    vulnerable = {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "fix_versions": ["3.2"]}
    report = {
        "dependencies": [
            {"name": "jinja2", "version": "3.1", "vulns": [vulnerable]},
            {"name": "fastapi", "version": "1", "vulns": []},
            {"name": "mia", "skip_reason": "not found"},
        ]
    }
    assert read_pip_audit(json.dumps(report)) == [FOUND]


@pytest.mark.parametrize(
    "text", ["", "no json", "{}", '{"dependencies": [{"name": "fastapi", "skip_reason": "not found on PyPI"}]}']
)
def test_without_the_service_pip_audit_tells_nothing(text: str) -> None:
    with pytest.raises(Unreachable):
        read_pip_audit(text)


def test_npm_tells_of_a_weakness() -> None:
    via = [{"source": 1095, "url": "https://github.com/advisories/GHSA-abcd-efgh-ijkl", "title": "x"}]
    report = {"vulnerabilities": {"vite": {"via": via}, "vitest": {"via": ["vite"]}}}
    assert read_npm_audit(json.dumps(report)) == [Advisory("vite", frozenset({"GHSA-abcd-efgh-ijkl", "1095"}))]


@pytest.mark.parametrize("text", ["", '{"statusCode": 405, "error": {"summary": ""}}'])
def test_without_the_service_npm_tells_nothing(text: str) -> None:
    with pytest.raises(Unreachable):
        read_npm_audit(text)


@pytest.mark.parametrize(
    ("id", "reason", "until", "allowed"),
    [
        ("CVE-2026-1", "not used", "2026-11-23", True),
        ("CVE-2026-1", "not used", "2026-11-22", False),
        ("CVE-2026-1", "", "2026-12-31", False),
        ("CVE-2026-2", "not used", "2026-12-31", False),
    ],
)
def test_an_advisory_is_allowed_for_a_reason_and_a_time(id: str, reason: str, until: str, allowed: bool) -> None:
    listed = read_allowed(f'[[allow]]\nid = "{id}"\nreason = "{reason}"\nuntil = {until}\n')
    assert is_allowed(FOUND, listed, TODAY) is allowed


def test_the_list_can_be_read() -> None:
    assert all(each.reason for each in read_allowed(ALLOWED.read_text()))
