"""Settings are checked by name and value before anything starts."""

from pathlib import Path

import pytest

from mia.platform.kernel.settings import Settings, SettingsError, load_settings
from tests.fakes.production import PRODUCTION

EXAMPLE = Path(__file__).parents[3] / ".env.example"


def load(**environ: str) -> Settings:
    return load_settings(None, environ)


def test_without_any_setting_it_is_the_demo_on_loopback() -> None:
    settings = load()
    assert (settings.env, settings.host, settings.port) == ("demo", "127.0.0.1", 8000)
    assert settings.origin == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"MIA_PROT": "8000"}, "MIA_PROT"),
        ({"MIA_PORT": "many"}, "MIA_PORT"),
        ({"MIA_ENV": "live"}, "MIA_ENV"),
        ({"MIA_RETENTION_DAYS": "31"}, "MIA_RETENTION_DAYS"),
        ({"MIA_HOST": "0.0.0.0"}, "MIA_HOST"),
        ({"PUBLIC_URL": "https://demo.clinic.com"}, "PUBLIC_URL .*MIA_DEMO_PUBLIC=1"),
        ({"MIA_ENV": "development", "PUBLIC_URL": "http://192.168.1.7:8000"}, "PUBLIC_URL"),
        ({**PRODUCTION, "MIA_MASTER_KEY": ""}, "MIA_MASTER_KEY"),
        ({**PRODUCTION, "MIA_MASTER_KEY": "short"}, "MIA_MASTER_KEY"),
        ({**PRODUCTION, "PUBLIC_URL": ""}, "PUBLIC_URL"),
        ({**PRODUCTION, "PUBLIC_URL": "http://mia.example"}, "PUBLIC_URL"),
        ({**PRODUCTION, "MIA_SMTP_URL": ""}, "MIA_SMTP_URL"),
        ({**PRODUCTION, "MIA_MAIL_FROM": ""}, "MIA_MAIL_FROM"),
        ({**PRODUCTION, "MIA_MAIL_FROM": "Mia <mia@clinic.example>"}, "MIA_MAIL_FROM"),
        ({**PRODUCTION, "MIA_CONTACT_EMAIL": ""}, "MIA_CONTACT_EMAIL"),
        ({**PRODUCTION, "MIA_CONTACT_EMAIL": "desk@CLINIC.EXAMPLE"}, "MIA_CONTACT_EMAIL"),
        ({"MIA_SMTP_URL": "mail.example:587"}, "MIA_SMTP_URL"),
        ({"MIA_MAIL_FROM": "somebody"}, "MIA_MAIL_FROM"),
        ({"MIA_CONTACT_EMAIL": "nobody"}, "MIA_CONTACT_EMAIL"),
        ({"PUBLIC_URL": "mia.example"}, "PUBLIC_URL"),
        ({"PUBLIC_URL": "https://mia.example/below"}, "PUBLIC_URL"),
        ({"DATABASE_URL": "mysql://localhost/mia"}, "DATABASE_URL"),
        ({"OPENAI_BASE_URL": "llm.example"}, "OPENAI_BASE_URL"),
        ({"OPENAI_MODEL": "gpt"}, "OPENAI_API_KEY"),
        ({"MIA_VOICE_URL": "https://voice.example"}, "MIA_VOICE_TOKEN"),
        ({"MIA_TWILIO_NUMBER": "+13055550100"}, "MIA_TWILIO_CLINIC"),
        ({"MIA_TWILIO_ACCOUNT_SID": f"AC{0:032}"}, "MIA_TWILIO_AUTH_TOKEN"),
        ({"MIA_TWILIO_NUMBER": "305-555-0100"}, "MIA_TWILIO_NUMBER"),
        ({"MIA_TWILIO_ACCOUNT_SID": "12345"}, "MIA_TWILIO_ACCOUNT_SID"),
        ({"MIA_TWILIO_API_URL": "twilio.example"}, "MIA_TWILIO_API_URL"),
        ({"MIA_ICE_SERVERS": "stun:stun.example"}, "MIA_ICE_SERVERS"),
        ({"MIA_ICE_SERVERS": '["stun:stun.example"]'}, "MIA_ICE_SERVERS"),
        ({"MIA_STUN_URL": "mia.example:3478"}, "MIA_STUN_URL"),
        ({"BOOKING_EMBED_URL": "http://calendar.example/demo"}, "BOOKING_EMBED_URL"),
        ({"BOOKING_EMBED_URL": "https://calendar.example;script-src *"}, "BOOKING_EMBED_URL"),
    ],
)
def test_an_unknown_or_bad_setting_is_named(environ: dict[str, str], name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        load_settings(None, environ)


def test_an_unknown_name_in_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DATABSE_URL=postgresql://localhost/mia\n")
    with pytest.raises(SettingsError, match="DATABSE_URL"):
        load_settings(file, {})


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("MIA_PORT=9000\nMIA_LOG_LEVEL=debug\n")
    settings = load_settings(file, {"MIA_PORT": "9100"})
    assert (settings.port, settings.log_level) == (9100, "debug")


def test_the_example_documents_every_setting_with_its_default() -> None:
    assert load_settings(EXAMPLE, {}) == load()
    named = {line.split("=")[0] for line in EXAMPLE.read_text().splitlines() if line and line[0] != "#"}
    assert named == {field.alias for field in Settings.model_fields.values()}


def test_the_example_as_a_service_manager_passes_it_starts_nothing_but_the_defaults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and line[0] != "#"]
    for name, _, value in (line.partition("=") for line in lines):
        monkeypatch.setenv(name, value.strip('"'))
    assert load_settings(None) == load()


def test_names_of_other_programs_are_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PORT": "3000", "HOST": "app-7f9c", "ENV": "prod"}.items():
        monkeypatch.setenv(name, value)
    assert (load().port, load().host, load().env) == (8000, "127.0.0.1", "demo")


def test_keys_are_made_once_and_kept_private(tmp_path: Path) -> None:
    settings = load(MIA_DATA_DIR=str(tmp_path))
    first = settings.key("master")
    assert len(first) == 32
    assert load(MIA_DATA_DIR=str(tmp_path)).key("master") == first
    assert (tmp_path / "keys" / "master.key").stat().st_mode & 0o777 == 0o600


def test_secrets_never_show_in_a_repr() -> None:
    settings = load_settings(None, {**PRODUCTION, "OPENAI_API_KEY": "sk-planted"})
    shown = repr(settings)
    assert "sk-planted" not in shown
    assert "m" * 40 not in shown
    assert "pw-planted" not in shown


def test_the_origin_of_another_calendar_is_known() -> None:
    assert load().booking_embed_origin is None
    settings = load(BOOKING_EMBED_URL="https://calendar.example/widget/booking/abc")
    assert settings.booking_embed_origin == "https://calendar.example"
