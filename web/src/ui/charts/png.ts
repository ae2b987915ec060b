/** What a drawing outside the page would lose, since it knows no stylesheet. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
];
const SHARPNESS = 2;
const FONT = 'Figtree, Helvetica, Arial, sans-serif';

/** The drawing as it stands on the page, theme included, as an SVG document of its own. */
export function standalone(drawing: SVGSVGElement, paper: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const there = drawing.querySelectorAll<SVGElement>('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const original = there[index];
    if (!original) return;
    const look = getComputedStyle(original);
    for (const name of LOOKS) {
      const value = look.getPropertyValue(name);
      if (value) element.setAttribute(name, value);
    }
    element.removeAttribute('class');
    element.removeAttribute('tabindex');
  });
  const { width, height } = sizeOf(drawing);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('font-family', FONT);
  copy.removeAttribute('class');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of [['width', '100%'], ['height', '100%'], ['fill', paper]] as const) ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The drawing as a picture, twice as fine as the page. Rejects when the browser cannot draw it. */
export async function pictureOf(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = sizeOf(drawing);
  const paper = paperOf(drawing);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing, paper))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Couldn’t create the image.'))), 'image/png');
  });
}

/** The color of the sheet that the drawing lies on. */
function paperOf(drawing: SVGSVGElement): string {
  for (let element: Element | null = drawing; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (color && !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(color)) return color;
  }
  return 'white';
}

function sizeOf(drawing: SVGSVGElement): { width: number; height: number } {
  const [, , width = 640, height = 280] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { width, height };
}
