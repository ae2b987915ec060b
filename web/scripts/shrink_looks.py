"""Makes the approved pictures of the pages a third as large: 256 colours each, undithered.

The comparison of ``e2e/site/looks.spec.ts`` tolerates the difference, which no eye sees. ``npm run looks`` takes
the pictures and then runs this.
"""

from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parents[1] / "e2e" / "site" / "looks"

for path in sorted(FOLDER.glob("*.png")):
    picture = Image.open(path).convert("RGB")
    small = picture.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
