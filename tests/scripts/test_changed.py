"""What `make check` looks at, by the names of the files that were changed."""

from scripts.checks.changed import checks_of, rooms_of

THERE = {"tests/calendar", "tests/voice", "tests/voice/engine/pipeline", "tests/test_site.py"}


def found(*names: str) -> list[str]:
    return rooms_of(names, THERE.__contains__)


def test_a_room_brings_its_folder_of_tests_and_a_part_of_it_the_nearest_one() -> None:
    assert found("src/mia/calendar/visits.py") == ["tests/calendar"]
    assert found("src/mia/voice/engine/pipeline/call.py") == ["tests/voice/engine/pipeline"]
    assert found("src/mia/voice/workers/client.py", "src/mia/voice/engine/pipeline/call.py") == ["tests/voice"]
    assert found("src/mia/site.py") == ["tests/test_site.py"]


def test_a_changed_test_runs_once_and_what_is_no_python_brings_none() -> None:
    assert found("tests/inbox/test_calls.py") == ["tests/inbox/test_calls.py"]
    assert found("tests/calendar/test_visits.py", "src/mia/calendar/visits.py") == ["tests/calendar"]
    assert found("README.md", "web/src/app.tsx", "src/mia/unknown.py") == []


def test_only_the_side_that_was_changed_is_linted() -> None:
    def programs(*names: str) -> list[str]:
        return [" ".join(str(part).rsplit("/", 1)[-1] for part in command) for command, _ in checks_of(names)]

    assert programs("README.md") == []
    assert [words.split()[0] for words in programs("src/mia/site.py")] == ["mypy", "lint-imports", "ruff", "ruff"]
    assert programs("web/e2e/test.ts") == ["npm run --silent typecheck", "npx --no-install eslint test.ts"]
