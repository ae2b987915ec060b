"""How a run of `make test` counts: what is tried again, what is told, and what fails it."""

import json
from pathlib import Path

from scripts.checks.counting import MOST_FLAKY, Count, Trouble, from_junit, from_playwright, last_lines

JUNIT = """<testsuites><testsuite tests="4" failures="2" errors="0" skipped="1">
<testcase classname="tests.a" name="test_good"/>
<testcase classname="tests.a" name="test_left_out"><skipped/></testcase>
<testcase classname="tests.a" name="test_slow"><failure message="too&#10;&#10;late"/></testcase>
<testcase classname="tests.a" name="test_race"><properties><property name="race" value="yes"/></properties>
<failure message="twice"/></testcase>
</testsuite></testsuites>"""

PLAYWRIGHT = {
    "stats": {"expected": 3, "flaky": 1, "unexpected": 1, "skipped": 0},
    "suites": [
        {
            "suites": [
                {
                    "specs": [
                        {"file": "a.spec.ts", "title": "comes late", "tests": [
                            {"status": "flaky", "results": [{"error": {"message": "\x1b[1mnot yet"}}, {}]}]},
                        {"file": "a.spec.ts", "title": "never comes", "tests": [
                            {"status": "unexpected", "results": [{"error": {"message": "nothing"}}]}]},
                        {"file": "a.spec.ts", "title": "comes", "tests": [{"status": "expected", "results": [{}]}]},
                    ]
                }
            ]
        }
    ],
}  # fmt: skip


def junit(folder: Path) -> Count:
    report = folder / "report.xml"
    report.write_text(JUNIT)
    return from_junit(report)


def test_pytest_is_counted_with_the_errors_of_what_failed(tmp_path: Path) -> None:
    count = junit(tmp_path)
    assert (count.passed, count.failed, count.skipped) == (1, 2, 1)
    assert [str(trouble) for trouble in count.troubles] == [
        "failed: tests.a.test_slow\n    too\n    late",
        "failed: tests.a.test_race\n    twice",
    ]


def test_what_passes_the_second_time_is_flaky_but_a_race_has_failed(tmp_path: Path) -> None:
    count = junit(tmp_path).tried_again(Count(passed=2))
    assert (count.passed, count.failed) == (2, 1)
    assert [trouble.name for trouble in count.flaky] == ["tests.a.test_slow"]
    lines, status = last_lines(count, ["python"])
    assert lines[-2:] == ["Failed: python", "2 passed, 1 failed, 1 skipped"]
    assert status == 1


def test_what_fails_twice_has_failed(tmp_path: Path) -> None:
    again = Count(failed=1, troubles=[Trouble("tests.a.test_slow")])
    count = junit(tmp_path).tried_again(again)
    assert (count.passed, count.failed, count.flaky) == (1, 2, [])


def test_journeys_are_counted_with_those_that_were_flaky(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(json.dumps(PLAYWRIGHT))
    count = from_playwright(report)
    assert (count.passed, count.failed, count.skipped) == (4, 1, 0)
    assert [str(trouble) for trouble in count.troubles] == [
        "flaky: a.spec.ts comes late\n    not yet",
        "failed: a.spec.ts never comes\n    nothing",
    ]


def test_a_few_flaky_tests_are_told_and_more_fail_the_run() -> None:
    few = Count(passed=9, troubles=[Trouble(f"test {n}", flaky=True) for n in range(MOST_FLAKY)])
    lines, status = last_lines(few, [])
    assert lines == [*(f"flaky: test {n}" for n in range(MOST_FLAKY)), "9 passed, 0 failed, 0 skipped"]
    assert status == 0
    lines, status = last_lines(few + Count(troubles=[Trouble("one more", flaky=True)]), [])
    assert "Failed: flaky tests" in lines
    assert status == 1


def test_without_a_test_nothing_is_counted() -> None:
    assert last_lines(Count(), []) == ([], 0)
    assert last_lines(Count(), ["lint"]) == (["Failed: lint"], 1)
