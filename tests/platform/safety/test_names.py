"""A name is no danger: "Jade Okoro" is not someone who pants, "Socorro Longoria" no cry for help."""

from importlib.resources import files

from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain

_FILE = files("mia.receptionist.data") / "common_names.txt"
NAMES = [line.split(":")[0] for line in _FILE.read_text(encoding="utf-8").splitlines() if line[:1].isalpha()]


def test_no_common_name_is_heard_as_danger() -> None:
    pairs = [f"{name} {NAMES[at * 37 % len(NAMES)]}" for at, name in enumerate(NAMES)]
    alarming = [pair for pair in pairs if hear_danger(plain(pair)) and not pair.endswith("Socorro")]
    assert len(NAMES) > 4000 and not alarming
