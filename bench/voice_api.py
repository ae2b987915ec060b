"""Requests per second and p99 of the voice API's list, create and get, and what checking a token costs.

python -m bench.voice_api [--requests 1000] [--together 4] [--rows 200]

A web process of the product with a database of its own, asked over loopback by clients that keep their connections.
The organization has so many assistants (``--rows``); a list is the newest hundred. Clients and server share the
machine, so the server's processor time (its database's included) is told beside: that is what a request costs.

A token's cost is the difference between two refusals that are alike but for it: 401 without a token, where nothing
is looked up, and 401 for a token that nobody has, which is hashed and looked for in the database.
"""

import argparse
import http.client
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from bench.web_process import WebProcess, processor_seconds, web_process
from mia.voice.auth.pace import MOST_PER_MINUTE

_STRANGER = "a-token-that-nobody-has-" + "x" * 19
_WARM_UP = 20
_MOST_OF_A_CLIENT = MOST_PER_MINUTE - _WARM_UP
"""Requests of a kind that one client may send: each has a token of its own, which must stay below its bound."""


@dataclass(frozen=True)
class Ask:
    """One kind of request, and the status that it must be answered with."""

    name: str
    method: str
    path: str
    status: int
    body: dict[str, object] | None = None


@dataclass(frozen=True)
class Figures:
    """What a round of one kind showed: milliseconds of each request, and seconds of the clock and of processors."""

    took_ms: list[float]
    seconds: float
    processor: float

    @property
    def processor_ms(self) -> float:
        """The server's processor time for a request."""
        return self.processor * 1000 / len(self.took_ms)

    def at(self, share: float) -> float:
        """The nearest rank, in milliseconds."""
        return sorted(self.took_ms)[max(0, -(-int(share * len(self.took_ms)) // 100) - 1)]

    def line(self, name: str) -> str:
        """A row of the table."""
        each_second = len(self.took_ms) / self.seconds
        return f"| {name} | {each_second:.0f} | {self.at(50):.1f} | {self.at(99):.1f} | {self.processor_ms:.2f} |"


class Client:
    """A connection that is kept, and the token it brings."""

    def __init__(self, web: WebProcess, token: str | None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
        self._headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )

    def send(self, ask: Ask) -> bytes:
        """Ask and read the answer whole; another status than the expected one ends the bench."""
        body = None if ask.body is None else json.dumps(ask.body)
        self._connection.request(ask.method, f"/voice{ask.path}", body, self._headers)
        answer = self._connection.getresponse()
        read = answer.read()
        if answer.status != ask.status:
            raise RuntimeError(f"{ask.name}: {answer.status} {read[:200]!r}")
        return read

    def times(self, ask: Ask, count: int) -> list[float]:
        """Milliseconds of each of ``count`` requests, one after the other."""
        took = []
        for _ in range(count):
            began = time.perf_counter()
            self.send(ask)
            took.append((time.perf_counter() - began) * 1000)
        return took

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


class Bench:
    """One organization of a running web process, and the clients that ask it."""

    def __init__(self, web: WebProcess, together: int) -> None:
        self._web, self._together = web, together
        self._operator = web.operator_credential()
        self._org = str(self._opened("POST", "/org", {"name": "Bench"})["id"])
        self._tokens = 0

    def fill(self, rows: int) -> str:
        """Make assistants; returns the id of one."""
        with self._clients(self._issue(1)) as (client,):
            for _ in range(rows - 1):
                client.send(CREATE)
            return str(json.loads(client.send(CREATE))["id"])

    def measure(self, ask: Ask, count: int, token: str | None = None, *, own: bool = True) -> Figures:
        """Ask ``count`` times, all clients at once, each with a token of its own (``own``), or with ``token``."""
        each = count // self._together
        tokens = self._issue(self._together) if own else [token] * self._together
        with self._clients(tokens) as clients, ThreadPoolExecutor(self._together) as threads:
            list(threads.map(lambda client: client.times(ask, _WARM_UP), clients))
            spent, began = processor_seconds(self._web.process_id) + self._database(), time.perf_counter()
            took = [ms for part in threads.map(lambda client: client.times(ask, each), clients) for ms in part]
            seconds = time.perf_counter() - began
            return Figures(took, seconds, processor_seconds(self._web.process_id) + self._database() - spent)

    def _database(self) -> float:
        return processor_seconds(self._web.postgres.process_id)

    @contextmanager
    def _clients(self, tokens: list[str | None]) -> Iterator[list[Client]]:
        clients = [Client(self._web, token) for token in tokens]
        try:
            yield clients
        finally:
            for client in clients:
                client.close()

    def _issue(self, count: int) -> list[str | None]:
        issued: list[str | None] = []
        for _ in range(count):
            self._tokens += 1
            body: dict[str, object] = {"name": f"bench-{self._tokens}"}
            issued.append(str(self._opened("POST", f"/org/{self._org}/token", body)["value"]))
        return issued

    def _opened(self, method: str, path: str, body: dict[str, object]) -> dict[str, object]:
        operator = Client(self._web, self._operator)
        try:
            answer: dict[str, object] = json.loads(operator.send(Ask(path, method, path, 201, body)))
            return answer
        finally:
            operator.close()


CREATE = Ask(
    "create", "POST", "/assistant", 201, {"name": "Bench", "firstMessage": "Hello.", "model": {"provider": "mia"}}
)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--requests", type=int, default=1000, help="of each kind")
    parser.add_argument("--together", type=int, default=4, help="clients at once")
    parser.add_argument("--rows", type=int, default=200, help="assistants of the organization")
    options = parser.parse_args()
    if max(options.requests // options.together, options.rows) > _MOST_OF_A_CLIENT:
        parser.error(f"a client may send {_MOST_OF_A_CLIENT} requests: fewer, or more clients --together")
    with web_process() as web:
        bench = Bench(web, options.together)
        get = Ask("get", "GET", f"/assistant/{bench.fill(options.rows)}", 200)
        rows = [Ask("list", "GET", "/assistant?limit=100", 200), get, CREATE]
        shown = [bench.measure(ask, options.requests).line(ask.name) for ask in rows]
        refused = Ask("401", "GET", "/assistant", 401)
        without = bench.measure(refused, options.requests, own=False)
        unknown = bench.measure(refused, options.requests, _STRANGER, own=False)
    print(f"{options.requests} requests of each kind, {options.together} at once, {options.rows} assistants\n")
    print("| | a second | p50 ms | p99 ms | processor ms |\n|---|---|---|---|---|", *shown, sep="\n")
    print(without.line("no token"), unknown.line("unknown token"), sep="\n")
    clock, processor = unknown.at(50) - without.at(50), unknown.processor_ms - without.processor_ms
    print(f"\nA token check: {processor:.2f} ms of a processor, {clock:.1f} ms of p50")


if __name__ == "__main__":
    main()
