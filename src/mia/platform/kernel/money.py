"""Money as integer cents."""


def usd(cents: int) -> str:
    """``129900`` becomes ``$1,299`` and ``129950`` becomes ``$1,299.50``."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    whole, rest = divmod(cents, 100)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"
