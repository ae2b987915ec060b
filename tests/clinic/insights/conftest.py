"""Figures are counted by days."""

import pytest

from mia.platform.kernel.clock import MovableClock
from tests.fakes.practice import noon_clock


@pytest.fixture
def clock() -> MovableClock:
    return noon_clock()
