"""Everything that must hold before a change lands, in one run; the last lines name what failed and count the tests.

make test                     all of it
python scripts/check.py lint  one or more stages by name
"""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    runpy.run_module("scripts.checks", run_name="__main__")
