"""A life of an organization by the hosted service's Python library, whose models are strict here.

The library takes any answer for what it expected: each model allows what it does not name. Whoever imports this
package imports the library's models with that forbidden; so it is run as a program of its own, and imported by no
test.
"""

from typing import Any

import pydantic

_loose = pydantic.ConfigDict


def _strict(**how: Any) -> Any:
    return _loose(**how | ({"extra": "forbid"} if how.get("extra") == "allow" else {}))  # type: ignore[typeddict-item]


pydantic.ConfigDict = _strict  # type: ignore[assignment, misc]
