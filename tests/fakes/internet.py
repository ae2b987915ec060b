"""An internet of one machine: names, addresses and servers as a test wants them."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpcore
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class Names:
    """A resolver that answers as told, one answer after the other; the last stays."""

    answers: list[list[str]]
    asked: list[str] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if not answer:
            raise OSError("unknown host")
        return answer


@dataclass
class Network(httpcore.AsyncNetworkBackend):
    """The internet: whatever is dialed is a server on this machine's ``port``; ``dialed`` keeps what was."""

    port: int
    dialed: list[tuple[str, int]] = field(default_factory=list)
    down: frozenset[str] = frozenset()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.dialed.append((host, port))
        if host in self.down:
            raise httpcore.ConnectError("down")
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.port, timeout)


@dataclass
class Server:
    """Answers every request with ``answer``; ``heads`` are the requests' first lines and headers."""

    answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    heads: list[str] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                self.heads.append(head.decode())
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
                await reader.readexactly(int(length.partition(b":")[2]))
                writer.write(self.answer)
                await writer.drain()
                if b"Connection: close" in self.answer:
                    break
        except (asyncio.IncompleteReadError, OSError):
            pass  # the client has left
        writer.close()


@asynccontextmanager
async def serving(server: Server, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    connections: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.add(asyncio.create_task(server.serve(reader, writer)))

    running = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    server.port = running.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        running.close()
        await asyncio.gather(*connections)


def certificate(folder: Path, name: str) -> Path:
    """A key and a certificate for ``name``, signed by itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / f"{name}.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file
