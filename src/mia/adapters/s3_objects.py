"""Contents of files in an S3-compatible store, by its REST API (2006-03-01) with Signature Version 4.

Three requests are all it takes, so that no client library is loaded for them.
"""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote
from uuid import UUID

import httpx
import structlog
from pydantic import SecretStr

from mia.platform.db.session import OrgSession
from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi
from mia.voice.objects.rows import RowStore

log = structlog.get_logger()

_AWAY = "The store of files cannot be reached. Try again."
_TIMEOUT = httpx.Timeout(20, connect=5)


@dataclass(frozen=True)
class Bucket:
    """Where objects lie, and who may reach them."""

    url: str
    name: str
    region: str
    access_key_id: str
    secret: SecretStr

    @classmethod
    def of(cls, settings: Settings) -> "Bucket | None":
        """The bucket that is set; None without one, or without an agreement with who runs it (``MIA_BAA``)."""
        secret = settings.s3_secret_access_key
        if not (settings.s3_url and settings.s3_bucket and settings.s3_access_key_id and secret):
            return None
        if not may_carry_phi(settings, Vendor.S3):
            return None
        return cls(
            settings.s3_url.rstrip("/"), settings.s3_bucket, settings.s3_region, settings.s3_access_key_id, secret
        )

    def signed(self, request: httpx.Request, content: bytes, now: datetime) -> None:
        """Put the signature into the headers of a request without a query."""
        at, day = now.strftime("%Y%m%dT%H%M%SZ"), now.strftime("%Y%m%d")
        digest = hashlib.sha256(content).hexdigest()
        headers = {"host": request.headers["host"], "x-amz-content-sha256": digest, "x-amz-date": at}
        names = ";".join(headers)
        lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
        canonical = "\n".join([request.method, request.url.raw_path.decode(), "", lines, names, digest])
        scope = f"{day}/{self.region}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", at, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        key = f"AWS4{self.secret.get_secret_value()}".encode()
        for part in (day, self.region, "s3", "aws4_request"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.digest(key, text.encode(), "sha256").hex()
        request.headers.update(headers)
        who = f"Credential={self.access_key_id}/{scope}"
        request.headers["authorization"] = f"AWS4-HMAC-SHA256 {who}, SignedHeaders={names}, Signature={signature}"


class S3Store:
    """An ``ObjectStore`` in a bucket. What was kept in the database before there was a bucket is still found there.

    Close it at shut-down.
    """

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._rows = RowStore()
        self._http = httpx.AsyncClient(timeout=_TIMEOUT, verify=trusted(), trust_env=False)

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def put(self, session: OrgSession, id: UUID, content: bytes) -> None:
        await self._ask("PUT", session.scope.org_id, id, content)

    async def get(self, session: OrgSession, id: UUID) -> bytes | None:
        answer = await self._ask("GET", session.scope.org_id, id)
        return answer.content if answer is not None else await self._rows.get(session, id)

    async def drop(self, session: OrgSession, id: UUID) -> None:
        await self._ask("DELETE", session.scope.org_id, id)
        await self._rows.drop(session, id)

    async def rewrite(self, org_id: UUID, id: UUID, change: Callable[[bytes], bytes]) -> bool:
        """Replace an object by what ``change`` gives for its bytes; False when the bucket has none of that id."""
        answer = await self._ask("GET", org_id, id)
        if answer is None:
            return False
        await self._ask("PUT", org_id, id, change(answer.content))
        return True

    async def _ask(self, method: str, org_id: UUID, id: UUID, content: bytes = b"") -> httpx.Response | None:
        """The answer; None where there is no object of that id."""
        path = quote(f"/{self._bucket.name}/{org_id}/{id}")
        request = self._http.build_request(method, self._bucket.url + path, content=content or None)
        self._bucket.signed(request, content, datetime.now(UTC))
        try:
            answer = await self._http.send(request)
        except httpx.HTTPError as error:
            log.warning("object_store_unreachable", error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        if answer.status_code == 404 and b"<Code>NoSuchKey</Code>" in answer.content:
            return None
        if not answer.is_success:
            log.warning("object_store_refused", status=answer.status_code)
            raise Unavailable(_AWAY)
        return answer
