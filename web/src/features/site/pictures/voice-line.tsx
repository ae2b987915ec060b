const WIDTH = 400;
const HEIGHT = 72;

/** One frame of the line: still at its ends, speaking in its middle. */
function frame(waves: number, height: number, turn: number): string {
  const points: string[] = [];
  for (let x = 0; x <= WIDTH; x += 8) {
    const swell = Math.sin((Math.PI * x) / WIDTH) ** 2 * height;
    const angle = (2 * Math.PI * waves * x) / WIDTH + turn;
    points.push(`${x} ${Math.round(HEIGHT / 2 + swell * (0.7 * Math.sin(angle) + 0.3 * Math.sin(2.1 * angle)))}`);
  }
  return `M${points.join('L')}`;
}

/** Mia's voice as a coral line on a dark panel, breathing. Decorative. */
export function VoiceLine() {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="voice-line-art" aria-hidden="true">
      <path d={frame(3, 12, 2)} className="voice-line-echo" />
      <path d={frame(2.5, 26, 0)} className="voice-line-main" data-moving />
    </svg>
  );
}
