"""Signatures of forms, by the example that Twilio publishes for its libraries."""

from mia.platform.kernel.form_signature import is_signed_form, sign_form

URL = "https://mycompany.com/myapp.php?foo=1&bar=2"
FIELDS = {
    "CallSid": "CA1234567890ABCDE",
    "Caller": "+14158675309",
    "Digits": "1234",
    "From": "+14158675309",
    "To": "+18005551212",
}


def test_the_published_example_is_signed_alike() -> None:
    assert sign_form("12345", URL, FIELDS.items()) == "RSOYDt4T1cUTdK1PDd93/VVr8B8="


def test_only_the_right_signature_is_taken() -> None:
    good = sign_form("12345", URL, FIELDS.items())
    assert is_signed_form("12345", URL, FIELDS.items(), good)
    for bad in (None, "", good.lower(), good + " "):
        assert not is_signed_form("12345", URL, FIELDS.items(), bad)
    assert not is_signed_form("12345", URL + "&x=1", FIELDS.items(), good)
    assert not is_signed_form("12345", URL, (FIELDS | {"Digits": "4321"}).items(), good)
    assert not is_signed_form("54321", URL, FIELDS.items(), good)


def test_a_request_without_fields_is_signed_by_its_address() -> None:
    assert is_signed_form("12345", URL, (), sign_form("12345", URL))
