"""Seconds from ``mia serve`` to ``/readyz``: the first start of a fresh data folder, and later ones.

python -m bench.startup [--runs 5]
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from tests.system.product import start, stop


def main() -> None:
    """Print first, and median, minimum and maximum of the later starts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="mia-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        first, *later = [_seconds(folder) for _ in range(runs + 1)]
    print(f"first start {first:.1f} s")
    median, least, most = statistics.median(later), min(later), max(later)
    print(f"later starts: median {median:.1f} s, min {least:.1f}, max {most:.1f}, n={runs}")


def _seconds(folder: Path) -> float:
    began = time.monotonic()
    product = start(folder)
    try:
        product.wait_until_ready(180)
        return time.monotonic() - began
    finally:
        stop(product)


if __name__ == "__main__":
    main()
