"""Made-up names, spread as real ones are: few that many people have, many that few have."""

from itertools import accumulate, product
from random import Random

_FIRST_PARTS = (
    "Mar Jo An El Ka Lu Ro Da Mi Sa Be Cla Jen Ste Al Vic Le Na Chris Te Gra Fre Hel Ol Pa Di Ja Ma Ra Su",
    "ia an na in e ra la is ine ette iel ert a o y ika ora us elle ard",
)
_LAST_PARTS = (
    "Gon Her Mar Ro Will John Smi Bro Dav Mil Wil An Tho Jack Whi Har San Cla Ram Lew Rob Walk Per Hall You All "
    "King Wri Sco Tor Ngu Hill Flo Gre Ad Nel Bak Riv Cam Mit Car Col Ber Fos",
    "za der ti dri son nan ar e man ber co den el fi go li mo ni pe ra",
    "lez ez nez guez son er ton s ley man ford well es ski sen field ham by ton den",
)
_HOW_STEEP = 0.8
"""Exponent of the distribution: the name of rank n is n**-0.8 as frequent as the first."""


class Names:
    """Names of ``count`` people; the same ``seed`` gives the same."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._first = ["".join(parts) for parts in product(*(part.split() for part in _FIRST_PARTS))]
        self._last = ["".join(parts) for parts in product(*(part.split() for part in _LAST_PARTS))]
        self._rng.shuffle(self._first)
        self._rng.shuffle(self._last)

    def people(self, count: int) -> list[str]:
        """Full names, some of them more than once."""
        firsts = self._rng.choices(self._first, cum_weights=_weights(len(self._first)), k=count)
        lasts = self._rng.choices(self._last, cum_weights=_weights(len(self._last)), k=count)
        return [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]


def _weights(count: int) -> list[float]:
    return list(accumulate((rank + 1) ** -_HOW_STEEP for rank in range(count)))
