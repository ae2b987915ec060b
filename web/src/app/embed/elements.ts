/** Elements made without markup in text, which a page with trusted types refuses. */

type Given<K extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[K]> & { text?: string };

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, { text, ...given }: Given<K>): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), given);
  if (text) element.textContent = text;
  return element;
}

/** Mia's voice, as a line. */
export const drawWave = () => draw('0 0 32 32', 'M3 16h2.5M9 12v8M13.5 7v18M18 10.5v11M22.5 13v6M27 16h2');

export const drawCross = () => draw('0 0 24 24', 'M6 6l12 12M18 6L6 18');

function draw(viewBox: string, d: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}
