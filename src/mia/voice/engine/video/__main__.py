"""The process that makes a film: takes a script (JSON, the first line) and a recording, and gives the film.

It is made at the lowest priority, so that calls on this machine do not suffer, and without settings or keys: it
needs none.
"""

import json
import os
import sys

from mia.voice.engine.video.film import make_film
from mia.voice.engine.video.script import Line, Script

_LOWEST = 19


def main() -> None:
    """Read, make, write."""
    os.nice(_LOWEST)
    given = json.loads(sys.stdin.buffer.readline())
    script = Script(given["caller"], given["assistant"], [Line(**line) for line in given["lines"]])
    try:
        film = make_film(sys.stdin.buffer.read(), script)
    except Exception as fault:  # its kind alone is told: what it says may hold what was said
        sys.exit(type(fault).__name__)
    sys.stdout.buffer.write(film)


if __name__ == "__main__":
    main()
