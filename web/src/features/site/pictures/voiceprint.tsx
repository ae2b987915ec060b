const RINGS = 26;
const POINTS = 60;
/** The ring that is Mia's voice. */
const VOICE = 15;

/** One closed ring: a circle that speech has moved, least in the middle. */
function ringPath(ring: number): string {
  const radius = 14 + ring * 7;
  const reach = (ring / RINGS) ** 1.6 * 15;
  const points = Array.from({ length: POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / POINTS;
    const moved = Math.sin(3 * angle + ring * 0.16) + 0.55 * Math.sin(5 * angle - ring * 0.23);
    const r = radius + reach * moved;
    return `${(200 + r * Math.cos(angle)).toFixed(0)} ${(200 + r * Math.sin(angle)).toFixed(0)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Mia's picture: a voice has no face. */
export function Voiceprint() {
  return (
    <svg viewBox="0 0 400 400" className="voiceprint" role="img" aria-label="Mia’s voice, drawn as a waveform">
      {Array.from({ length: RINGS }, (_, ring) => (
        <path key={ring} d={ringPath(ring)} strokeLinejoin="round" className={ring === VOICE ? 'wave-voice' : undefined} />
      ))}
    </svg>
  );
}
