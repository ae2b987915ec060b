"""Texts that people enter, as several forms take them."""

from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from mia.platform.words.names import ADDRESS_IN_NAME, holds_address


def _storable(text: str) -> str:
    """PostgreSQL holds no NUL."""
    if "\x00" in text:
        raise ValueError("Not a text")
    return text


def _encodable(secret: SecretStr) -> SecretStr:
    """Half of a surrogate pair is no text, and cannot be hashed."""
    try:
        secret.get_secret_value().encode()
    except UnicodeEncodeError:
        raise ValueError("Not a text") from None
    return secret


def _one_line(text: str) -> str:
    """A name as it is written: without line breaks and other signs that cannot be seen."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise ValueError("Not a name")
    return line


EmailText = Annotated[str, Field(min_length=1, max_length=254), AfterValidator(_storable)]
"""Any text that might be an email address; longer ones are no one's (RFC 5321)."""
PasswordText = Annotated[SecretStr, Field(min_length=1, max_length=1024), AfterValidator(_encodable)]
"""A password as typed. Longer texts than this are no one's; short ones get a text of their own."""
TokenText = Annotated[SecretStr, Field(min_length=1, max_length=256), AfterValidator(_encodable)]
"""A token from a link, or a code."""


def _no_address(name: str) -> str:
    if holds_address(name):
        raise ValueError(ADDRESS_IN_NAME)
    return name


NameText = Annotated[str, Field(max_length=120), AfterValidator(_one_line)]
"""A name of a practice or a thing."""
PersonText = Annotated[NameText, AfterValidator(_no_address)]
"""A name of a person, which stands in emails to others: no part of it may become a link there."""
