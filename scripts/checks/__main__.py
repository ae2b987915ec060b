"""The stages of `make test`, in their order, and how a run ends."""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from scripts.checks import changed, linting, server_tests, web_tests
from scripts.checks.commands import BIN
from scripts.checks.counting import Count, Result, last_lines

STAGES: dict[str, Callable[[], Result]] = {
    "lint": linting.lint,
    "advisories": linting.advisories,
    "web": web_tests.units,
    "python": server_tests.silent,
    "voice": server_tests.sound,
    "journeys": web_tests.journeys,
    "calls": web_tests.calls,
    "changed": changed.changed,
    "evals": partial(server_tests.long_set, "evals"),
    "conformance": partial(server_tests.long_set, "conformance"),
    "drills": partial(server_tests.long_set, "drill"),
}

BESIDE_EACH_OTHER = (("lint", "advisories", "web"), ("python",), ("voice",), ("journeys",), ("calls",))
"""Stages in their order. The first ones are too small for all processors; the others fill them, or need them alone
because someone speaks."""

APART = (("changed",), ("evals",), ("conformance",), ("drills",))
"""Stages that are no part of a plain run."""

ALL = [name for group in BESIDE_EACH_OTHER for name in group]


def main(arguments: list[str]) -> int:
    """Run the stages named, or all; returns the exit status."""
    chosen = arguments or ALL
    if not set(chosen) <= STAGES.keys():
        print(f"Stages: {', '.join(STAGES)}")
        return 2
    if not (BIN / "mypy").exists():
        print("Run `make test` once first: it installs what the checks need.")
        return 2
    total, failed = Count(), list[str]()
    for group in (*BESIDE_EACH_OTHER, *APART):
        names = [name for name in group if name in chosen]
        with ThreadPoolExecutor(len(group)) as pool:
            for name, result in zip(names, pool.map(_timed, names), strict=True):
                total += result.count
                if not result.ok:
                    failed.append(name)
    lines, status = last_lines(total, failed)
    print("\n".join(lines), flush=True)
    return status


def _timed(name: str) -> Result:
    started = time.monotonic()
    print(f"== {name}", flush=True)
    result = STAGES[name]()
    print(f"== {name}: {'ok' if result.ok else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
