"""Vendors on the internet, as far as one server here can play them: it writes down every byte that reaches it."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

_DOMAIN = ".vendor.example"


@dataclass
class Egress:
    """What left for any host below ``vendor.example``. It speaks enough HTTP and SMTP to be told something."""

    http_port: int = 0
    smtp_port: int = 0
    connections: int = 0
    received: bytes = b""

    def url(self, name: str) -> str:
        return f"http://{name}{_DOMAIN}:{self.http_port}"

    @property
    def smtp_url(self) -> str:
        return f"smtp://mail{_DOMAIN}:{self.smtp_port}?starttls=0"

    async def take_http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        self.received += head + await reader.readexactly(int(length[1]) if length else 0)
        writer.write(b"HTTP/1.1 503 Away\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    async def take_smtp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        in_mail = False
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            self.received += line
            in_mail = line.upper() == b"DATA\r\n" or (in_mail and line != b".\r\n")
            if not in_mail or line.upper() == b"DATA\r\n":
                quits = line.upper() == b"QUIT\r\n"
                writer.write(b"354 go on\r\n" if in_mail else b"221 bye\r\n" if quits else b"250 taken\r\n")
        writer.close()


@asynccontextmanager
async def egress(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Egress]:
    """Names below ``vendor.example`` lead to this server; other names keep their meaning."""
    known, seen = socket.getaddrinfo, Egress()

    def resolve(host: str | bytes | None, *arguments: object, **options: object) -> object:
        at_vendor = (host.decode() if isinstance(host, bytes) else host or "").endswith(_DOMAIN)
        return known("127.0.0.1" if at_vendor else host, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    http = await asyncio.start_server(seen.take_http, "127.0.0.1", 0)
    smtp = await asyncio.start_server(seen.take_smtp, "127.0.0.1", 0)
    seen.http_port, seen.smtp_port = (server.sockets[0].getsockname()[1] for server in (http, smtp))
    async with http, smtp:
        yield seen
