"""How many lines of ``evals/safety/*.json``, or of the files that are named, are judged right.

``PYTHONPATH=. .venv/bin/python evals/safety/measure.py [file ...]`` prints, for each file, the dangers heard, the
false alarms, and the lines that were judged wrong.
"""

import json
import sys
from pathlib import Path

from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain


def is_urgent(line: str) -> bool:
    """Whether a line gets the emergency script."""
    alarm = hear_danger(plain(line))
    return alarm is not None and alarm.is_urgent


def main() -> None:
    """Measure the files that are named, or all."""
    for file in map(Path, sys.argv[1:] or sorted(map(str, Path(__file__).parent.glob("*.json")))):
        sections = json.loads(file.read_text("utf-8"))
        lines = {
            name: [line for group in sections.get(name, {}).values() for line in group]
            for name in ("english", "spanish", "no danger")
        }
        dangers, harmless = lines["english"] + lines["spanish"], lines["no danger"]
        missed = [line for line in dangers if not is_urgent(line)]
        false = [line for line in harmless if is_urgent(line)]
        heard, false_of = f"{len(dangers) - len(missed)} of {len(dangers)}", f"{len(false)} of {len(harmless)}"
        print(f"{file.name}: heard {heard}, false {false_of}")
        for kind, wrong in (("missed", missed), ("false", false)):
            print("".join(f"  {kind}: {line}\n" for line in wrong), end="")


if __name__ == "__main__":
    main()
