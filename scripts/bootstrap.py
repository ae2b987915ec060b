"""From a bare checkout to something that runs: environment, locked dependencies, web build.

Uses the standard library only, and syntax that old Pythons can read, so that even those get a clear
line. Each step is skipped when a stamp shows that its inputs have not changed.

    python3 scripts/bootstrap.py run  [arguments of `mia serve`]
    python3 scripts/bootstrap.py test [arguments of scripts/check.py]
    python3 scripts/bootstrap.py install
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "bin")
PYTHON = os.path.join(BIN, "python")
WEB = os.path.join(ROOT, "web")
COMPILED = ["--compile-bytecode"]  # here once, and not at each start
# What `npm run build` reads; everything else in web/ leaves the built pages as they are.
WEB_SOURCES = ("src", "public", "scripts", "package-lock.json", "index.html", "app.html", "vite.config.ts")


class Missing(Exception):
    """A prerequisite is missing; the message is one line with its fix."""


def main(arguments):
    task = arguments[0] if arguments else "run"
    try:
        check_python()
        install(dev=task in ("test", "dev"))
        compile_sources()
        build_web()
    except Missing as missing:
        say(str(missing))
        return 1
    except subprocess.CalledProcessError as error:
        say("Failed: " + " ".join(str(part) for part in error.cmd))
        return 1
    if task == "install":
        return 0
    scripts = {"run": ["-m", "mia", "serve"], "dev": ["scripts/dev.py"], "test": ["scripts/check.py"]}
    command = [PYTHON] + scripts[task]
    os.chdir(ROOT)
    os.execve(PYTHON, command + arguments[1:], environment())


def check_python():
    if sys.version_info < (3, 11):
        found = ".".join(str(part) for part in sys.version_info[:3])
        raise Missing(
            "Mia needs Python 3.11 or later, found %s: install it and run `make PYTHON=python3.11 ...`" % found
        )
    if not sys.platform.startswith("linux"):
        say("Note: Mia is tested on Linux; on %s some parts may be missing." % sys.platform)


def install(dev):
    """Make the environment and bring it to the locked versions; a development one serves both tasks."""
    wanted = ["requirements-dev.txt"] if dev else ["requirements.txt", "requirements-dev.txt"]
    if any(is_fresh(VENV, name, [name, "pyproject.toml"]) for name in wanted):
        return
    if not os.path.exists(PYTHON):
        create_environment()
    uv = shutil.which("uv") or os.path.join(BIN, "uv")
    if not os.path.exists(uv):
        step(
            "Installing uv", [PYTHON, "-m", "pip", "install", "-q", "--require-hashes", "-r", "requirements-uv.txt"]
        )
        uv = os.path.join(BIN, "uv")
    locked = wanted[0]
    step(
        "Installing Python dependencies",
        [uv, "pip", "install", "-q", *COMPILED, "--require-hashes", "-r", locked],
    )
    step("Installing Mia", [uv, "pip", "install", "-q", "--no-deps", "--no-build-isolation", "-e", "."])
    stamp(VENV, locked, [locked, "pyproject.toml"])


def compile_sources():
    """Byte code of our own modules where it is stale, also where Python is told not to write any."""
    subprocess.run([PYTHON, "-m", "compileall", "-q", "src"], cwd=ROOT, check=True)


def create_environment():
    try:
        import ensurepip  # noqa: F401 - only its absence matters: Debian ships it apart
        import venv  # noqa: F401
    except ImportError:
        version = "%d.%d" % sys.version_info[:2]
        raise Missing("Python's venv module is missing: apt-get install python%s-venv" % version)
    step("Creating the environment", [sys.executable, "-m", "venv", VENV])


def build_web():
    """Install the locked packages and build the pages, when their sources changed."""
    if not is_fresh(os.path.join(WEB, "node_modules"), "packages", ["web/package-lock.json"]):
        step(
            "Installing web packages",
            [os.path.join(BIN, "npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error"],
            WEB,
        )
        stamp(os.path.join(WEB, "node_modules"), "packages", ["web/package-lock.json"])
    sources = [os.path.join("web", name) for name in WEB_SOURCES]
    if not is_fresh(os.path.join(WEB, "dist"), "build", sources):
        step("Building the web app", [os.path.join(BIN, "npm"), "run", "--silent", "build"], WEB)
        stamp(os.path.join(WEB, "dist"), "build", sources)


def step(title, command, folder=ROOT):
    started = time.time()
    sys.stderr.write("  %s ..." % title)
    sys.stderr.flush()
    done = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    sys.stderr.write(" %.1f s\n" % (time.time() - started))
    if done.returncode != 0:
        sys.stderr.write(done.stdout.decode(errors="replace")[-4000:] + "\n")
        raise subprocess.CalledProcessError(done.returncode, command)


def environment():
    """The caller's environment with ours first on the path: Node comes from its Python wheel."""
    values = dict(os.environ)
    values["PATH"] = BIN + os.pathsep + values.get("PATH", "")
    values["VIRTUAL_ENV"] = VENV
    values.pop("PYTHONPATH", None)
    return values


def is_fresh(folder, name, inputs):
    try:
        with open(os.path.join(folder, ".stamp-" + name)) as file:
            return file.read() == digest(inputs)
    except OSError:
        return False


def stamp(folder, name, inputs):
    with open(os.path.join(folder, ".stamp-" + name), "w") as file:
        file.write(digest(inputs))


def digest(inputs):
    total = hashlib.sha256()
    for path in sorted(files(inputs)):
        total.update(path.encode())
        with open(path, "rb") as file:
            total.update(hashlib.sha256(file.read()).digest())
    return total.hexdigest()


def files(inputs):
    for name in inputs:
        path = os.path.join(ROOT, name)
        if os.path.isfile(path):
            yield path
        for folder, _, names in os.walk(path):
            for each in names:
                yield os.path.join(folder, each)


def say(text):
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
