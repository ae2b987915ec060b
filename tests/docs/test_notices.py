"""NOTICE names everyone whose software the product runs with."""

from scripts.notices import NOTICE, locked_python, locked_web


def test_every_locked_package_is_in_the_notice() -> None:
    listed = {line.partition(" ")[0] for line in NOTICE.read_text().splitlines()}
    python = {name for name, _ in locked_python()}
    web = {name for name, _, _ in locked_web()}
    assert {"fastapi", "prometheus-client"} <= python
    assert {"react", "react-router"} <= web
    assert (python | web) - listed == set(), "run .venv/bin/python scripts/notices.py"
