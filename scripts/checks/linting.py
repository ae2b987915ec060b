"""Style, types, floors, generated files and known weaknesses; no test runs here."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

from scripts.checks.commands import BIN, PROCESSORS, ROOT, WEB, environment, quiet, run
from scripts.checks.counting import Result


def lint() -> Result:
    """Both sides, one check to each processor, the longest first."""
    checks = [
        ([BIN / "mypy"], ROOT),
        ([BIN / "npm", "run", "--silent", "lint"], WEB),
        ([BIN / "npm", "run", "--silent", "typecheck"], WEB),
        ([BIN / "lint-imports"], ROOT),
        ([BIN / "ruff", "check", "."], ROOT),
        ([BIN / "ruff", "format", "--check", "-q", "."], ROOT),
        ([BIN / "hadolint", "Dockerfile"], ROOT),
        ([BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"], ROOT),
    ]
    with ThreadPoolExecutor(PROCESSORS) as pool:
        results = list(pool.map(lambda check: quiet(*check), checks))
    return Result(all([*results, client_is_current()]))


def advisories() -> Result:
    """Known weaknesses of locked packages; passes, and says so, where no one can be asked."""
    return Result(run([BIN / "python", "-m", "scripts.advisories"], ROOT) == 0)


def client_is_current() -> bool:
    """The committed OpenAPI document and client are what the server and the generator say."""
    document = subprocess.run(
        [BIN / "mia", "openapi"], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    committed = WEB / "src" / "api" / "openapi.json"
    schema = WEB / "src" / "api" / "schema.d.ts"
    before = schema.read_text()
    if document.returncode != 0 or json.loads(document.stdout) != json.loads(committed.read_text()):
        print(document.stderr[-2000:])
        print("web/src/api/openapi.json is stale: mia openapi > web/src/api/openapi.json && npm run api")
        return False
    if not quiet([BIN / "npm", "run", "--silent", "api"], WEB):
        return False
    if schema.read_text() != before:
        print("web/src/api/schema.d.ts was stale and has been generated again: commit it")
        return False
    return True
