"""Long sets: which cases a plain run takes, and that all of them run whole."""

import pytest

pytest_plugins = ["pytester"]

CONFTEST = """
from tests.conftest import pytest_addoption, pytest_collection_modifyitems
"""

TESTS = """
import pytest

@pytest.mark.drill(every=3)
@pytest.mark.parametrize("case", range(7))
def test_many(case): ...

@pytest.mark.evals
def test_one(): ...

@pytest.mark.drill(plain=False)
def test_costly(): ...

def test_other(): ...
"""


@pytest.mark.parametrize(("arguments", "passed"), [((), 5), (("--whole",), 10), (("--whole", "-m", "drill"), 8)])
def test_a_plain_run_takes_every_third_case_and_leaves_out_what_is_costly(
    pytester: pytest.Pytester, arguments: tuple[str, ...], passed: int
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    without = [part for plugin in ("cacheprovider", "asyncio", "slipcover") for part in ("-p", f"no:{plugin}")]
    pytester.runpytest_inprocess(*without, *arguments).assert_outcomes(passed=passed, deselected=10 - passed)
