"""Vendors that would see health information, and whether a business associate agreement (BAA) lets them.

45 CFR 164.502(e), 164.504(e): a vendor that creates, receives, keeps or transmits health information of a
practice's patients must have signed a BAA first. ``MIA_BAA`` names those that have; in production the others
are told nothing of patients. ``docs/security/vendors.md`` is the register for people.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from mia.platform.kernel.settings_fields import SettingsFields, Vendor, parse_vendors


@dataclass(frozen=True)
class VendorInUse:
    """A vendor that the settings name, and the host that would get health information."""

    vendor: Vendor
    host: str


def vendors_in_use(settings: SettingsFields) -> Iterator[VendorInUse]:
    """The vendors outside of this network that the settings name."""
    openai = (settings.openai_base_url or "https://api.openai.com") if settings.openai_model else None
    smtp = settings.smtp_url.get_secret_value() if settings.smtp_url else None
    for vendor, url in (
        (Vendor.TWILIO, settings.twilio_api_url if settings.twilio_account_sid else None),
        (Vendor.OPENAI, openai),
        (Vendor.SMTP, smtp),
        (Vendor.VOICE, settings.voice_url),
        (Vendor.S3, settings.s3_url),
        (Vendor.LIVEKIT, settings.livekit_url if settings.rooms == "livekit" else None),
        (Vendor.DAILY, settings.daily_api_url if settings.rooms == "daily" else None),
    ):
        host = urlsplit(url).hostname if url else None
        if host and not is_own_host(host):
            yield VendorInUse(vendor, host)


def missing_baas(settings: SettingsFields) -> list[VendorInUse]:
    """The vendors in use that have not signed a BAA: in production they get nothing about patients."""
    signed = parse_vendors(settings.baa)
    return [each for each in vendors_in_use(settings) if each.vendor not in signed]


def may_carry_phi(settings: SettingsFields, vendor: Vendor) -> bool:
    """Whether a vendor may get health information: signed, on our own machines, or no real patients (demo)."""
    return not settings.is_production or vendor not in {each.vendor for each in missing_baas(settings)}


def may_reach(settings: SettingsFields, vendor: Vendor, url: str) -> bool:
    """Whether a vendor that the settings need not name, such as the carrier of a number that an organization brings
    along, may get health information at ``url``; as :func:`may_carry_phi`."""
    signed = vendor in parse_vendors(settings.baa)
    return signed or not settings.is_production or is_own_host(urlsplit(url).hostname or "")


def is_own_host(host: str) -> bool:
    """Whether a host is this machine or stands in our own network: no vendor sees what it gets.

    Names without a dot are those of a container network. Nothing is resolved: a name that only looks like a
    vendor's needs an entry in ``MIA_BAA``.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host.rstrip(".")
    return address.is_loopback or address.is_private
