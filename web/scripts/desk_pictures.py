"""Makes the pictures of the desk in ``docs/images``: each page at two widths in both themes, on one sheet.

``node bench/screens.mjs http://127.0.0.1:8000 FOLDER`` takes the pages of a running demo; then
``../.venv/bin/python scripts/desk_pictures.py FOLDER``. A name behind it takes the place of "desk" in the names of
the sheets, and only pages that are in the folder are made.
"""

import sys
from pathlib import Path

from PIL import Image

PAGES = ("dashboard", "tasks", "calendar-day", "messages", "patient", "leads")
DOCS = Path(__file__).parents[2] / "docs" / "images"
SMALLER = 0.6
GAP = 12
QUALITY = 62
BEHIND = (128, 136, 134)


def sheet_of(folder: Path, page: str) -> Image.Image:
    """Light above, dark below; the desk's width beside the phone's."""
    looks = {
        (row, column): Image.open(folder / f"{page}-{size}-{theme}.png").convert("RGB")
        for row, theme in enumerate(("light", "dark"))
        for column, size in enumerate(("desk", "phone"))
    }
    wide, narrow = looks[0, 0], looks[0, 1]
    sheet = Image.new("RGB", (wide.width + GAP + narrow.width, 2 * wide.height + GAP), BEHIND)
    for (row, column), look in looks.items():
        sheet.paste(look, (column * (wide.width + GAP), row * (wide.height + GAP)))
    return sheet.resize((round(sheet.width * SMALLER), round(sheet.height * SMALLER)), Image.Resampling.LANCZOS)


folder, name = Path(sys.argv[1]), (*sys.argv[2:], "desk")[0]
for page in PAGES:
    if (folder / f"{page}-desk-light.png").exists():
        sheet_of(folder, page).save(DOCS / f"{name}-{page}.webp", quality=QUALITY, method=6)
