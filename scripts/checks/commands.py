"""Running programs of this checkout: where they are, in which environment, and how much of them is shown."""

import os
import re
import subprocess
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
BIN = ROOT / ".venv" / "bin"
Command = list[Path | str]

PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
"""How many things of one kind run side by side."""

MEMORY = Path("/dev/shm")
ROOM = 8 * 2**30
"""Bytes that must be free in memory to keep there what tests write: it is under a quarter of it."""

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
    """Ours without settings of anyone who runs the tests. Byte code is kept: each worker compiles tests for 9 s."""
    left_out = ("MIA_", "DATABASE_", "PYTHONDONTWRITEBYTECODE")
    values = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    values["PATH"] = f"{BIN}{os.pathsep}{values.get('PATH', '')}"
    return values | scratch()


def scratch() -> dict[str, str]:
    """Where what tests write is kept: in memory if there is room, since hundreds of databases are made and dropped.

    One takes 0.04 s there and 0.65 s on a disk (docs/figures.md).
    """
    if not MEMORY.is_dir():
        return {}
    there = os.statvfs(MEMORY)
    room = min(there.f_bavail * there.f_frsize, psutil.virtual_memory().available)
    return {} if room < ROOM or there.f_flag & os.ST_NOEXEC else {"TMPDIR": str(MEMORY)}
