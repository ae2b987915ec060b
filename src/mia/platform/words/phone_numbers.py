"""What a phone number says of where it is, and of what it costs."""

from collections.abc import Collection

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberType


def is_in_countries(e164: str, countries: Collection[str]) -> bool:
    """Whether a number is of one of these countries (ISO 3166 codes) and costs no more than a common call or text.

    ``+1`` alone says nothing: Caribbean countries share it, and traffic pumping thrives there. An area code too new
    for the numbering data counts as its country code's main country.
    """
    try:
        number = phonenumbers.parse(e164)
    except NumberParseException:  # a country code that nobody has
        return False
    country = phonenumbers.region_code_for_number(number) or phonenumbers.region_code_for_country_code(
        number.country_code or 0
    )
    premium = phonenumbers.number_type(number) in (PhoneNumberType.PREMIUM_RATE, PhoneNumberType.SHARED_COST)
    return country in countries and not premium
