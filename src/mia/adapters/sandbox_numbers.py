"""Numbers of no carrier: in the sandbox a practice can have any (demo and development)."""

from mia.clinic.practice.ports import CarrierNumber


class SandboxNumbers:
    """Owns every number; texts and calls to it happen at ``/sandbox/phone``."""

    async def find(self, number: str) -> CarrierNumber | None:
        return CarrierNumber(number, texts=True, calls=True)
