"""Settings of a production, as few as it starts with."""

from mia.platform.kernel.settings import Settings, load_settings

PUBLIC = "https://mia.example"

PRODUCTION = {
    "MIA_ENV": "production",
    "MIA_MASTER_KEY": "m" * 40,
    "MIA_SIGNING_KEY": "s" * 40,
    "PUBLIC_URL": PUBLIC,
    "MIA_SMTP_URL": "smtp://mia:pw-planted@mail.example:587",
    "MIA_MAIL_FROM": "Mia <mia@harbor-aesthetics.com>",
    "MIA_CONTACT_EMAIL": "hello@harbor-aesthetics.com",
}


def production_settings(**environ: str) -> Settings:
    """A production's settings, plus ``environ``."""
    return load_settings(None, PRODUCTION | environ)
