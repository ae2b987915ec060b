"""Writes NOTICE: every package that the product ships or runs with, its version and its license.

.venv/bin/python scripts/notices.py    after a change of locked dependencies (`make lock` does it)
"""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTICE = ROOT / "NOTICE"

_HEAD = """\
Mia is proprietary (see LICENSE). It runs with the software of others that is listed here, each under its own
license. The texts of the licenses come with the packages. Made by scripts/notices.py from the locked dependencies.
"""
_CLASSIFIER = "License :: OSI Approved :: "
_LONGEST = 60


def main() -> int:
    """Write the file."""
    NOTICE.write_text(notice())
    return 0


def notice() -> str:
    """The text of the file."""
    python = [f"{name} {version}: {_license_of(name)}" for name, version in locked_python()]
    web = [f"{name} {version}: {license_}" for name, version, license_ in locked_web()]
    return "\n".join([_HEAD, "Python", "------", *python, "", "Web", "---", *web, ""])


def locked_python() -> list[tuple[str, str]]:
    """Names and versions in requirements.txt, in its order."""
    return re.findall(
        r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", (ROOT / "requirements.txt").read_text(), re.M
    )


def locked_web() -> list[tuple[str, str, str]]:
    """Names, versions and licenses of the web's packages that reach a browser."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    return sorted(
        (path.rpartition("node_modules/")[2], each["version"], each.get("license", "see package"))
        for path, each in packages.items()
        if path and not each.get("dev") and not each.get("optional")
    )


def _license_of(name: str) -> str:
    """What the package's metadata says, in few words."""
    try:
        known = metadata(name)
    except PackageNotFoundError:
        return "not installed on this platform; see package"
    for field in ("License-Expression", "License"):
        told = str(known[field] or "").strip().partition("\n")[0] if field in known else ""
        if 0 < len(told) <= _LONGEST:
            return told
    classifiers = known.get_all("Classifier") or ()
    return "; ".join(each.removeprefix(_CLASSIFIER) for each in classifiers if _CLASSIFIER in each) or "see package"


if __name__ == "__main__":
    sys.exit(main())
