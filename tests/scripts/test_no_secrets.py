"""No key of a real service lies in the repository."""

import subprocess
from pathlib import Path

import re2

ROOT = Path(__file__).parents[2]
KEYS = re2.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    rb"|\bAKIA[0-9A-Z]{16}\b"  # Amazon
    rb"|\bgh[pousr]_[A-Za-z0-9]{36}\b"  # GitHub
    rb"|\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}\b"  # OpenAI
    rb"|\b[sr]k_live_[A-Za-z0-9]{20,}\b"  # Stripe
    rb"|\bSK[0-9a-f]{32}\b"  # Twilio
    rb"|\bxox[abprs]-[A-Za-z0-9-]{20,}"  # Slack
    rb"|\bAIza[0-9A-Za-z_-]{35}\b"  # Google
)
"""Read by RE2, which looks at each byte once: the repository has 80 MB, most of it sound and weights."""
MADE_UP = (b"-----BEGIN " + b"PRIVATE KEY-----\nmade-up", b"AKIA" + b"A" * 16, b"SK" + b"0" * 32)


def test_no_tracked_file_holds_one() -> None:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    files = [ROOT / name.decode() for name in names if name]
    assert len(files) > 500
    holding = [str(path.relative_to(ROOT)) for path in files if path.is_file() and KEYS.search(path.read_bytes())]
    assert holding == []


def test_keys_are_known_when_they_are_seen() -> None:
    assert all(KEYS.search(each) for each in MADE_UP)
