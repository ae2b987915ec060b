"""Whether a value fits a JSON Schema that a client wrote."""

from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend

from mia.voice.wire import Json

_SLOW_OR_ELSEWHERE = ("pattern", "patternProperties", "$ref", "$dynamicRef")
"""Keywords that a client could stall us with, or send us elsewhere: nothing is held against them."""
_Validator = extend(Draft202012Validator, dict.fromkeys(_SLOW_OR_ELSEWHERE))


def first_misfit(value: Any, schema: Json) -> ValidationError | None:
    """The first thing about a value that does not fit, if any. ValueError for what is no JSON Schema."""
    try:
        return next(iter(_Validator(schema).iter_errors(value)), None)
    except (SchemaError, RecursionError, TypeError, ValueError, AttributeError):
        raise ValueError("no JSON Schema") from None
