"""`make dev`: the product with pages that reload on save and a server that restarts with its sources."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
STOP_SECONDS = 20
"""What the server may take to end its calls and the database before it is killed."""

SERVER: list[Path | str] = [
    *(BIN / "watchfiles", "--filter", "python", "--sigint-timeout", str(STOP_SECONDS)),
    *(f"{BIN / 'python'} -m mia serve", "src/mia", "migrations"),
]
PAGES: list[Path | str] = [BIN / "npm", "run", "--silent", "dev"]


def main() -> int:
    """Run both until one ends or Ctrl-C; the pages' address is printed by Vite."""
    environment = {**os.environ, "MIA_URL": f"http://127.0.0.1:{os.environ.get('MIA_PORT', '8000')}"}
    server = subprocess.Popen(SERVER, cwd=ROOT)
    pages = subprocess.Popen(PAGES, cwd=ROOT / "web", env=environment)
    signal.signal(signal.SIGTERM, lambda *_: server.send_signal(signal.SIGINT))
    try:
        status = server.wait()
    except KeyboardInterrupt:
        status = server.wait()  # the terminal has told it too
    pages.terminate()
    pages.wait()
    return status


if __name__ == "__main__":
    sys.exit(main())
