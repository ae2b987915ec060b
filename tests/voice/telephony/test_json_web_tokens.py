"""JSON Web Tokens: made as others read them, and read only when they were signed as we say."""

import base64
import json
import time

import pytest

from mia.voice.telephony.json_web_tokens import read_hs256, sign_hs256, sign_rs256

SECRET = "a secret that two share"


def test_what_was_signed_is_read() -> None:
    claims = {"iat": int(time.time()), "jti": "1"}
    assert read_hs256(sign_hs256(claims, SECRET), SECRET) == claims


def test_a_token_says_what_it_is() -> None:
    head, body, _ = sign_hs256({"iat": 1}, SECRET).split(".")
    assert json.loads(base64.urlsafe_b64decode(head + "==")) == {"alg": "HS256", "typ": "JWT"}
    assert json.loads(base64.urlsafe_b64decode(body + "==")) == {"iat": 1}


@pytest.mark.parametrize(
    "token",
    [
        "",
        "a.b.c",
        "..",
        "eyJhbGciOiJub25lIn0.e30.",
        "\u00e9.\u00e9.\u00e9",
        sign_hs256({"iat": 1}, SECRET),
        sign_hs256({"iat": 1e12}, SECRET),
        sign_hs256({}, SECRET),
        sign_hs256({"iat": []}, SECRET),
        sign_hs256({"iat": time.time(), "exp": 1}, SECRET),
        sign_hs256({"iat": time.time()}, "another"),
        sign_hs256({"iat": time.time(), "x": "x" * 9000}, SECRET),
    ],
)
def test_any_other_is_not(token: str) -> None:
    assert read_hs256(token, SECRET) is None


def test_the_algorithm_is_ours_to_say() -> None:
    forged = sign_hs256({"iat": time.time()}, "")
    assert read_hs256(forged, "") is None
    with pytest.raises(ValueError):
        sign_rs256({}, "no key")
