"""Accuracy of the receptionist on wordings: ``python evals/receptionist/wordings.py [file ...]``.

Prints right answers a step, and each miss. ``heldout.json`` is the figure that counts: nobody
tuned on it.
"""

import asyncio
import sys
from collections import Counter

from tests.receptionist.steps import cases, judge


async def report(file: str) -> None:
    """Judge all wordings of a file and print what came out."""
    right, total = Counter[str](), Counter[str]()
    for step, case in cases(file):
        try:
            miss = await judge(step, case)
        except AssertionError as error:
            miss = f"broke: {error}"
        total[step] += 1
        right[step] += not miss
        if miss:
            print(f"  {step}: {case['say']!r}: {miss}")
    for step in total:
        print(f"{file} {step:16} {right[step]:3}/{total[step]}")
    print(
        f"{file} all {sum(right.values())}/{sum(total.values())} = {sum(right.values()) / sum(total.values()):.1%}"
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or ["wordings.json", "heldout.json"]:
        asyncio.run(report(name))
