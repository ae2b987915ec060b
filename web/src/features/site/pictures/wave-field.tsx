/** One period of the field in px; every line repeats after it, so that the drift has no seam. */
const PERIOD = 1440;
const STEP = 90;

interface Layer {
  /** Class that sets speed and direction of the drift. */
  className: string;
  lines: number;
  /** Middle of the ribbon, height of its swell, distance of its lines. All px of a field 440 px high. */
  middle: number;
  swell: number;
  spread: number;
  turn: number;
  /** Which line is Mia's. */
  voice?: number;
}

const LAYERS: Layer[] = [
  { className: 'wave-far', lines: 6, middle: 170, swell: 64, spread: 17, turn: 0.4 },
  { className: 'wave-near', lines: 7, middle: 235, swell: 82, spread: 21, turn: 2.1, voice: 3 },
  { className: 'wave-front', lines: 5, middle: 300, swell: 54, spread: 24, turn: 4.2 },
];

/** Where line `line` of a ribbon stands at x: the lines share a swell, and pinch and open along the way. */
function height(layer: Layer, line: number, x: number): number {
  const turn = (2 * Math.PI * x) / PERIOD + layer.turn;
  const swell = layer.swell * (Math.sin(turn) + 0.32 * Math.sin(2 * turn + 1.2));
  const opening = 0.62 + 0.58 * Math.cos(turn + 0.9 + line * 0.09);
  return layer.middle + swell + (line - (layer.lines - 1) / 2) * layer.spread * opening;
}

/** A smooth path through the samples of one line, one period long, as whole pixels. */
export function linePath(layer: Layer, line: number): string {
  const y = (x: number) => height(layer, line, x);
  const lean = (x: number) => (y(x + STEP) - y(x - STEP)) / 6;
  let path = `M0 ${Math.round(y(0))}C${STEP / 3} ${Math.round(y(0) + lean(0))} `;
  for (let x = STEP; x <= PERIOD; x += STEP) {
    const arrival = `${x - STEP / 3} ${Math.round(y(x) - lean(x))} ${x} ${Math.round(y(x))}`;
    path += x === STEP ? arrival : `S${arrival}`;
  }
  return path;
}

/** The decorative field of lines behind the hero; it drifts on the compositor and never repaints. */
export function WaveField() {
  return (
    <div className="wave-field" data-moving aria-hidden="true">
      {LAYERS.map((layer) => (
        <svg key={layer.className} className={layer.className} viewBox="0 0 2880 440" preserveAspectRatio="none">
          <g id={layer.className}>
            {Array.from({ length: layer.lines }, (_, line) => (
              <path
                key={line}
                d={linePath(layer, line)}
                vectorEffect="non-scaling-stroke"
                className={line === layer.voice ? 'wave-voice' : undefined}
              />
            ))}
          </g>
          <use href={`#${layer.className}`} x={PERIOD} />
        </svg>
      ))}
    </div>
  );
}
