"""What reaches a log: our own events at the level that is set, and of libraries no content at any level."""

import logging

import pytest
import structlog

from tests.fakes.log import logging_at

CHATTY = ("mail.log", "httpx", "httpcore.http11", "openai", "twilio.http_client", "aiortc")


@pytest.mark.parametrize("name", CHATTY)
def test_a_library_is_silent_below_warning_and_wordless_above(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    library = logging.getLogger(name)
    with logging_at("debug"):
        for level in (logging.DEBUG, logging.INFO):
            library.log(level, "from %s: %s", "ana@clinic.example", "I have a rash")
        assert capfd.readouterr().err == ""
        try:
            raise ValueError("Ana Ruiz has a rash")
        except ValueError:
            library.exception("job failed: send(to=ana@clinic.example)", stack_info=True)
        library.warning("unrecognised: %s", "I have a rash")
    told = capfd.readouterr().err
    assert "rash" not in told
    assert "ana@" not in told
    assert "library_message" in told
    assert name in told
    assert "ValueError" in told
    assert "test_a_library_is_silent" in told


def test_the_web_server_says_why_it_does_not_start(capfd: pytest.CaptureFixture[str]) -> None:
    with logging_at("debug"):
        logging.getLogger("uvicorn.error").error("[Errno 98] address already in use\nTraceback: Ana Ruiz")
    told = capfd.readouterr().err
    assert "address already in use" in told
    assert "Ana" not in told


@pytest.mark.parametrize(("level", "heard"), [("debug", True), ("warning", False)])
def test_our_own_events_follow_the_level(level: str, heard: bool, capfd: pytest.CaptureFixture[str]) -> None:
    with logging_at(level):
        structlog.get_logger("mia.somewhere").info("call_ended", call_id="1")
    assert ("call_ended" in capfd.readouterr().err) is heard


def test_errors_only_silences_libraries_warnings_too(capfd: pytest.CaptureFixture[str]) -> None:
    with logging_at("error"):
        logging.getLogger("asyncio").warning("slow")
    assert capfd.readouterr().err == ""
