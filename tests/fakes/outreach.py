"""What a worker sends with, in tests."""

from mia.clinic.inbox.service import OutboundCalls
from mia.clinic.outreach.service import Means
from tests.fakes.access import ORIGIN
from tests.fakes.practice import SIGNER


def means_of(calls: OutboundCalls) -> Means:
    """Calls are placed by ``calls``; times are signed and links made as everywhere in tests."""
    return Means(calls, SIGNER, ORIGIN)
