"""Which vendors see patients' data, and which of them may."""

import pytest

from mia.platform.kernel.settings import SettingsError
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import is_own_host, may_carry_phi, missing_baas
from tests.fakes.access import settings_of_tests
from tests.fakes.production import production_settings


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "10.1.2.3", "192.168.1.9", "fd00::1", "postfix"])
def test_a_host_of_our_own_network_is_no_vendor(host: str) -> None:
    assert is_own_host(host)


@pytest.mark.parametrize("host", ["api.openai.com", "8.8.8.8", "2001:4860:4860::8888", "localhost.example.com"])
def test_any_other_host_is_one(host: str) -> None:
    assert not is_own_host(host)


def test_a_model_without_an_address_is_openais() -> None:
    settings = production_settings(MIA_BAA="smtp", OPENAI_MODEL="gpt", OPENAI_API_KEY="key")
    assert [(each.vendor, each.host) for each in missing_baas(settings)] == [(Vendor.OPENAI, "api.openai.com")]
    assert not may_carry_phi(settings, Vendor.OPENAI)


def test_a_model_of_our_own_needs_no_agreement() -> None:
    settings = production_settings(OPENAI_MODEL="llama", OPENAI_BASE_URL="http://127.0.0.1:8080/v1")
    assert may_carry_phi(settings, Vendor.OPENAI)


def test_the_demo_has_no_patients() -> None:
    settings = settings_of_tests(OPENAI_MODEL="gpt", OPENAI_API_KEY="key")
    assert may_carry_phi(settings, Vendor.OPENAI)
    assert [each.vendor for each in missing_baas(settings)] == [Vendor.OPENAI]


def test_an_unknown_vendor_stops_the_start() -> None:
    with pytest.raises(SettingsError, match="MIA_BAA may name twilio, vonage, openai, smtp, voice"):
        production_settings(MIA_BAA="twillio")
