"""What a film looks like: both sides next to each other, and below them what is said. Dark and calm."""

import io
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from mia.voice.engine.video.script import Caption, Script, Side

WIDTH, HEIGHT = 1280, 720
LEVELS = 8
"""Steps of loudness that are told apart."""

Color = tuple[int, int, int]
Box = tuple[int, int, int, int]

_MIST, _PAPER, _LINE = (7, 26, 27), (13, 38, 39), (31, 63, 63)
_INK, _SLATE, _CORAL = (233, 242, 239), (165, 191, 186), (242, 164, 142)


@dataclass(frozen=True)
class _Look:
    """Where a side's panel begins, what it is in the call, and its colors."""

    left: int
    role: str
    color: Color
    wash: Color


_LOOKS: dict[Side, _Look] = {
    "assistant": _Look(64, "AI assistant", (186, 194, 246), (32, 39, 74)),
    "caller": _Look(652, "Caller", (134, 207, 192), (19, 53, 52)),
}
_FONT = files("mia.voice.engine.video") / "fonts" / "figtree.woff2"
_TOP, _PANEL = 92, (564, 420)
_CAPTION: Box = (64, 536, 1216, 700)
_CLOCK: Box = (1060, 30, 1216, 76)
_CONSENT = "Recorded with the caller's consent"
_RINGS = ((76, 0.0), (48, 0.12), (22, 0.3))
"""How far each reaches beyond the circle, and how bright it is, when its side is loudest."""
_FINE = 2
"""Curves are drawn so much larger, and made smaller to be smooth."""


class Picture:
    """The picture at one moment of a film; :meth:`show` changes it."""

    def __init__(self, script: Script) -> None:
        names = {"assistant": script.assistant, "caller": script.caller}
        self._names: dict[Side, str] = {side: _cut(names[side], _font(26, 600), 380) for side in _LOOKS}
        self._panels = {side: [_panel(self._names[side], look, level) for level in range(LEVELS + 1)]
                        for side, look in _LOOKS.items()}  # fmt: skip
        self._shown: dict[Side, int] = {}
        self._caption: Caption | None = None
        self._second = -1
        self.image = Image.new("RGB", (WIDTH, HEIGHT), _MIST)
        self._draw = ImageDraw.Draw(self.image)
        self.image.paste(_dot(), (64, 46))
        self._draw.text((90, 52), _CONSENT, _SLATE, _font(20, 400), "lm")

    def show(self, levels: dict[Side, int], caption: Caption | None, second: int) -> bool:
        """The picture ``second`` seconds into the film, each side as loud as its level; whether it has changed."""
        changed = self._show_levels(levels)
        if caption != self._caption:
            self._caption, changed = caption, True
            self._show_caption(caption)
        if second != self._second:
            self._second, changed = second, True
            self._draw.rectangle(_CLOCK, _MIST)
            self._draw.text((1216, 52), _clock(second), _SLATE, _font(20, 400), "rm", features=["tnum"])
        return changed

    def _show_levels(self, levels: dict[Side, int]) -> bool:
        fresh = {side: level for side, level in levels.items() if self._shown.get(side) != level}
        for side, level in fresh.items():
            self.image.paste(self._panels[side][level], (_LOOKS[side].left, _TOP))
        self._shown |= fresh
        return bool(fresh)

    def _show_caption(self, caption: Caption | None) -> None:
        self._draw.rectangle(_CAPTION, _MIST)
        if caption is None:
            return
        self._draw.text(
            (WIDTH // 2, 560), self._names[caption.side], _LOOKS[caption.side].color, _font(20, 600), "mm"
        )
        for number, row in enumerate(caption.rows):
            self._draw.text((WIDTH // 2, 604 + 44 * number), row, _INK, _font(32, 400), "mm")


def _panel(name: str, look: _Look, level: int) -> Image.Image:
    """A side's panel, ``level`` of :data:`LEVELS` loud: rings grow around it, and its frame takes on its color."""
    width, height = _PANEL
    size = (width * _FINE, height * _FINE)
    image = Image.new("RGB", size, _MIST)
    draw = ImageDraw.Draw(image)
    loud = level / LEVELS
    frame = _between(_LINE, look.color, loud * 0.8)
    draw.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 24 * _FINE, _PAPER, frame, 2 * _FINE)
    center = (width * _FINE // 2, (height - 24) * _FINE // 2)
    for reach, strength in _RINGS if level else ():
        tint = _between(_PAPER, _between(look.wash, look.color, strength), 0.4 + 0.6 * loud)
        _disc(draw, center, round((72 + reach * loud) * _FINE), tint)
    _disc(draw, center, 72 * _FINE, look.wash)
    initial = name[:1].upper()
    draw.text(center, initial, look.color, _font(64 * _FINE, 500), "mm")
    small = image.resize(_PANEL, Image.Resampling.LANCZOS)
    words = ImageDraw.Draw(small)
    words.text((28, height - 34), name, _INK, _font(26, 600), "ls")
    words.text((width - 28, height - 34), look.role, _SLATE, _font(20, 400), "rs")
    return small


def _dot() -> Image.Image:
    large = Image.new("RGB", (48, 48), _MIST)
    _disc(ImageDraw.Draw(large), (24, 24), 23, _CORAL)
    return large.resize((12, 12), Image.Resampling.LANCZOS)


def _disc(draw: ImageDraw.ImageDraw, center: tuple[int, int], radius: int, color: Color) -> None:
    x, y = center
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=color)


def _between(low: Color, high: Color, share: float) -> Color:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return (red, green, blue)


def _cut(text: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    """``text``, shortened to fit."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _clock(second: int) -> str:
    return f"{second // 60:02}:{second % 60:02}"


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(io.BytesIO(_FONT.read_bytes()), size)
    font.set_variation_by_axes([weight])
    return font
