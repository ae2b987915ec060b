"""What a phone number costs."""

import pytest

from mia.platform.words.phone_numbers import is_in_countries


@pytest.mark.parametrize(
    ("number", "reachable"),
    [
        ("+13055550142", True),  # Miami
        ("+14165550123", True),  # Toronto
        ("+18335550123", True),  # toll-free
        ("+18765551234", False),  # Jamaica, which shares the country code
        ("+17875551234", False),  # Puerto Rico: a setting of its own
        ("+19005551234", False),  # premium rate
        ("+442071838750", False),
        ("+99912345678", False),  # nobody has this code
    ],
)
def test_a_country_code_alone_does_not_say_what_a_text_costs(number: str, reachable: bool) -> None:
    assert is_in_countries(number, ("US", "CA")) is reachable
