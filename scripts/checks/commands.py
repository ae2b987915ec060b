"""Running programs of this checkout: where they are, in which environment, and how much of them is shown."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
BIN = ROOT / ".venv" / "bin"
Command = list[Path | str]

PROCESSORS = os.cpu_count() or 2
"""How many things of one kind run side by side."""

OUTPUT_LENGTH = 6000
"""Characters that are shown of what a failed check printed: its end."""


def run(command: Command, folder: Path, extra: dict[str, str] | None = None) -> int:
    """Run something that prints as it goes; returns its status."""
    return subprocess.run(command, cwd=folder, env=environment() | (extra or {}), check=False).returncode


def quiet(command: Command, folder: Path) -> bool:
    """Run something that is told in one line when it passes; returns whether it did."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    name = " ".join(Path(part).name if part == command[0] else str(part) for part in command)
    shown = name if len(name) < 100 else f"{name[:100]}..."
    told = f"  {'ok    ' if done.returncode == 0 else 'FAILED'} {shown}"
    if done.returncode != 0:
        told += "\n" + re.sub(r"^", "    ", done.stdout[-OUTPUT_LENGTH:], flags=re.M)
    print(told, flush=True)
    return done.returncode == 0


def environment() -> dict[str, str]:
    """Ours without settings of anyone who runs the tests."""
    values = {name: value for name, value in os.environ.items() if not name.startswith(("MIA_", "DATABASE_"))}
    values["PATH"] = f"{BIN}{os.pathsep}{values.get('PATH', '')}"
    return values
