"""The practice of the rebooking center, for every purpose."""

from tests.clinic.recalls.conftest import center

__all__ = ["center"]
