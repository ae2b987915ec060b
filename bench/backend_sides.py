"""What is compared of each server: how to list, to sign in and to enter a row, and which processes it takes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PASSWORD = "correct-horse-battery"


@dataclass(frozen=True)
class Call:
    """One request; ``body`` None sends none."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Side:
    """One server with its rows. ``headers`` are those of someone signed in; ``processes`` the roots whose
    processor time counts, the database's among them."""

    name: str
    hashing: str
    origin: str
    processes: tuple[int, ...]
    headers: Mapping[str, str]
    login: Call
    listing: Call
    insertion: Callable[[int], Call]
