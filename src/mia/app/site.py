"""Serves the built web app: prerendered public pages, the clinic shell, hashed assets.

``web/dist/build.json`` (made by the web build) lists the templates, the placeholders in them, the clinic
routes, the scripts of its busiest pages and what they open with, and the hashes of inline styles and scripts.
Placeholders are filled in once, at start, so that a contact address or the retention in force is a setting and not
a build.
"""

import gzip
import html
import json
import mimetypes
import re
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import brotli
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from mia.app.rooms_client import rooms_client
from mia.identity.guards import SettingsDep
from mia.identity.service import SHOWCASE
from mia.platform.http.headers import PageRules, page_policy
from mia.platform.kernel.media_engine import CLIENT_PATH
from mia.platform.kernel.settings import Settings

_IMMUTABLE = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
_MEDIA_TYPES = {
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript; charset=utf-8",
    ".vtt": "text/vtt; charset=utf-8",
}
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


_BOOKING_PAGE = "/book-demo"
_EMBEDDED_PAGE = "/embed/booking"
_NOTHING = "about:blank"
_OF_CLINICS = ("/embed/lead/", "/embed/widget/")
"""Where the clinics' forms and their Mia stand, each under its slug."""
_SANDBOX = "sandbox"
"""First segment of the sandbox's pages, which production does not have."""
_PAGES_BEHIND_EMAILS = ("/reset-password", "/accept-invite")
"""Where the links of emails lead: their tokens stand in the address until the page has taken them."""
_SHELL = "app.html"
_NONCE, _ERROR_SERVICE = "__CSP_NONCE__", "__ERROR_SERVICE__"
_LAUNCHER, _ALLOWED_ORIGINS = "embed/mia.js", "__ALLOWED_ORIGINS__"
_FIRST_ASKED, _OPENING = "<!--__FIRST_ASKED__-->", "<!--__OPENING__-->"
_CLINIC = re.compile(r"/?dashboard/(?!client/)([a-z0-9-]+)(/.*)?")
"""Address of a clinic's pages, with its slug."""

settings_router = APIRouter(tags=["site"])


class SiteOut(BaseModel):
    """Settings that public pages show. ``booking_embed_url`` is null where our own calendar is used.

    ``sandbox``: this is no production, and pages for trying things out exist.
    ``showcase``: the clinic whose client analytics everyone who is signed in may see; null in production.
    ``mail_stays_here``: no mail server is set, and emails are read at ``/sandbox/mail``, which is open to everyone
    (never in production or in a public demo).
    """

    contact_email: str
    booking_embed_url: str | None
    retention_days: int
    mail_stays_here: bool
    sandbox: bool
    showcase: str | None


@settings_router.get("/api/site")
async def public_settings(settings: SettingsDep) -> SiteOut:
    """What pages may tell everyone."""
    return SiteOut(
        contact_email=settings.contact_email,
        booking_embed_url=settings.booking_embed_url,
        retention_days=settings.retention_days,
        mail_stays_here=settings.smtp_url is None and not settings.is_exposed,
        sandbox=not settings.is_production,
        showcase=None if settings.is_production else SHOWCASE,
    )


@dataclass(frozen=True)
class _File:
    bodies: dict[str, bytes]  # by content encoding; "" is plain
    media_type: str
    cache_control: str

    def answer(self, request: Request, status: int) -> Response:
        """The file in the form that the browser takes, or the part of it that was asked for."""
        accepted = request.headers.get("accept-encoding", "")
        encoding = next((name for name, _ in _ENCODINGS if name in accepted and name in self.bodies), "")
        headers = {"Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        body = self.bodies[encoding]
        if encoding:
            headers["Content-Encoding"] = encoding
        elif status == 200 and (part := _part(request.headers.get("range"), len(body))):
            headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{len(body)}"
            body, status = body[part.start : part.stop], 206
        return Response(body, status, headers=headers, media_type=self.media_type)


class Site:
    """The files of one build, in memory, and what its pages may do."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        build: dict[str, Any] = json.loads((folder / "build.json").read_text())
        values = {
            "__CONTACT_EMAIL__": settings.contact_email,
            "__PUBLIC_URL__": settings.origin,
            "__RETENTION_DAYS__": str(settings.retention_days),
            "__BOOKING_EMBED_URL__": settings.booking_embed_url
            or (_EMBEDDED_PAGE if settings.house_slug else _NOTHING),
            "__MIA__": "on" if settings.site_slug else "off",
            "__DEMOS__": "on" if settings.booking_embed_url or settings.house_slug else "off",
        }
        self._values = {name: html.escape(values[name], quote=True) for name in build["placeholders"]}
        absent = {_SANDBOX} if settings.is_production else set()
        self._clinic_routes = frozenset(build["clinicRoutes"]) - absent
        self._page_scripts: dict[str, list[str]] = build.get("pageScripts", {})
        self._openings: dict[str, str] = build.get("openings", {})
        self._templates = frozenset(build["templates"])
        self._files = {
            path.relative_to(folder).as_posix(): self._load(folder, path)
            for path in folder.rglob("*")
            if path.is_file() and not _is_internal(path)
        }
        rooms = rooms_client(settings)
        scripts, connects = (rooms.scripts, rooms.connects) if rooms else ((), ())
        self._hashes = PageRules(
            (*build["csp"]["script"], *scripts), tuple(build["csp"]["style"]), connects=connects
        )
        if rooms:
            script = _File({"": rooms.library}, _MEDIA_TYPES[".js"], _REVALIDATE)
            self._files[CLIENT_PATH.strip("/")] = script
        self._calendar = settings.booking_embed_origin
        reports_to = settings.sentry_browser_origin
        self._shell_rules = PageRules(connects=(reports_to,) if reports_to else ())
        self._error_service = html.escape(settings.sentry_browser_dsn or "", quote=True)

    def rules(self, path: str) -> PageRules:
        """What the page at a path may do: the calendar is framed by our own page and no other, and the page
        that shows another provider's calendar may load its frame and form script."""
        page = path.rstrip("/")
        if page == _BOOKING_PAGE and self._calendar is not None:
            scripts = (*self._hashes.scripts, self._calendar)
            return replace(self._hashes, scripts=scripts, frames=(self._calendar,))
        behind_email = page in _PAGES_BEHIND_EMAILS
        ours = page == _EMBEDDED_PAGE or page.startswith(_OF_CLINICS)
        return replace(self._hashes, framed_by_us=ours, secret_address=behind_email)

    def page_framed_by(self, path: str, origins: tuple[str, ...], request: Request) -> Response:
        """A page that pages of these origins, and our own, may show in a frame; 404 where the build lacks it."""
        file = self._files.get(f"{path.strip('/')}/index.html")
        if file is None:
            raise HTTPException(404)
        answer = file.answer(request, 200)
        answer.headers["Content-Security-Policy"] = page_policy(
            replace(self._hashes, framed_by_us=True, framed_by=origins)
        )
        return answer

    def launcher(self, origins: tuple[str, ...]) -> Response:
        """The script that shows Mia's button on pages of these origins; 404 where the build lacks it.

        Websites of others load it, so it alone may be read across origins.
        """
        file = self._files.get(_LAUNCHER)
        if file is None:
            raise HTTPException(404)
        script = file.bodies[""].decode().replace(_ALLOWED_ORIGINS, " ".join(origins))
        headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=300"}
        return Response(script, headers=headers, media_type=_MEDIA_TYPES[".js"])

    def shell(self, path: str) -> Response:
        """The page of the clinic area: each time with a nonce of its own, without which nothing inline runs.

        What its scripts ask first for this path, the browser asks while they are on their way, and the scripts of
        the page itself come along with those of the frame. Its heading stands there before any of them.
        """
        nonce = secrets.token_urlsafe(16)
        page = self._files[_SHELL].bodies[""].decode()
        page = page.replace(_NONCE, nonce).replace(_ERROR_SERVICE, self._error_service)
        clinic = _CLINIC.fullmatch(path.rstrip("/"))
        name = (clinic[2] or "").strip("/") if clinic else ""
        scripts = self._page_scripts.get(name, [])
        asked = [*map(_preload, _first_asked(path)), *map(_module, scripts)]
        page = page.replace(_FIRST_ASKED, "".join(asked))
        page = page.replace(_OPENING, self._openings.get(name, self._openings.get("", "")))
        policy = page_policy(replace(self._shell_rules, nonce=nonce))
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return Response(page, headers=headers, media_type="text/html")

    def find(self, path: str) -> tuple[_File | None, int]:
        """The file for a URL path and its status, None for the clinic area's :meth:`shell`; an unknown path is
        the landing page with 404."""
        name = path.strip("/")
        for candidate in (name, f"{name}/index.html".lstrip("/")):
            if candidate in self._files and candidate != _SHELL:
                return self._files[candidate], 200
        if name.split("/")[0] in self._clinic_routes:
            return None, 200
        if name.startswith("assets/"):
            raise HTTPException(404)
        return self._files["index.html"], 404

    def compress(self) -> None:
        """Make the smallest form of the pages that are filled in at start. Blocks for half a second: it is
        for a thread, beside the first visitors, who get a page that is a fifth larger."""
        for name in self._templates:
            bodies = self._files[name].bodies
            bodies["br"] = brotli.compress(bodies[""])

    def _load(self, folder: Path, path: Path) -> _File:
        name = path.relative_to(folder).as_posix()
        body = path.read_bytes()
        if name in self._templates:
            text = body.decode()
            for placeholder, value in self._values.items():
                text = text.replace(placeholder, value)
            body = text.encode()
        bodies = {"": body}
        if name in self._templates:
            bodies["gzip"] = gzip.compress(body, 9, mtime=0)  # brotli follows: see compress()
        else:
            for encoding, suffix in _ENCODINGS:
                compressed = path.with_name(path.name + suffix)
                if compressed.exists():
                    bodies[encoding] = compressed.read_bytes()
        media_type = _MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return _File(bodies, media_type, _IMMUTABLE if name.startswith("assets/") else _REVALIDATE)


def site_router(site: Site) -> APIRouter:
    """The catch-all route; include it last."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(path: str, request: Request) -> Response:
        if path.split("/", 1)[0] in ("api", "voice"):
            raise HTTPException(404)
        file, status = site.find(path)
        if file is None:
            return site.shell(path)
        return file.answer(request, status)

    return router


def _first_asked(path: str) -> list[str]:
    """Addresses that every page at a path of the clinic area asks for before it shows anything."""
    if path.strip("/").split("/")[0] == _SANDBOX:
        return []
    clinic = _CLINIC.fullmatch(path)
    return ["/api/session", *([f"/api/clinics/{clinic[1]}"] if clinic else [])]


def _preload(address: str) -> str:
    """Asked as scripts ask (``crossorigin``: with this origin's credentials), or the browser would ask twice."""
    return f'<link rel="preload" as="fetch" href="{address}" crossorigin />'


def _module(address: str) -> str:
    return f'<link rel="modulepreload" crossorigin href="{address}" />'


def _part(asked: str | None, size: int) -> range | None:
    """The bytes that a ``Range`` header asks for (RFC 9110 §14.2), which some browsers need to play a film.

    None for a header that is absent or asks for several parts: the whole file is a valid answer.
    """
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", asked or "")
    if match is None or match.group(0) == "bytes=-":
        return None
    first, last = match.groups()
    start = int(first) if first else max(0, size - int(last))
    stop = min(size, int(last) + 1) if first and last else size
    if start >= stop:
        raise HTTPException(416, headers={"Content-Range": f"bytes */{size}"})
    return range(start, stop)


def _is_internal(path: Path) -> bool:
    return path.name == "build.json" or path.name.startswith(".") or path.suffix in (".br", ".gz")
