const CHANNELS = ['Phone calls', 'Voicemail', 'SMS', 'Email', 'Social messages'];

const WIDTH = 720;
const ROW = 60;
const MIDDLE = (CHANNELS.length * ROW) / 2;
/** Where the lines have become one. */
const MEETING = 500;

const ease = (t: number) => {
  const at = Math.min(1, Math.max(0, t));
  return at * at * (3 - 2 * at);
};

/** A channel's line: restless at first, then calm, then one with the others. */
function channelPath(row: number): string {
  const start = (row + 0.5) * ROW;
  const points: string[] = [];
  for (let x = 0; x <= MEETING; x += 5) {
    const calm = ease(x / (MEETING * 0.72));
    const noise = (1 - calm) * 17 * Math.sin(x / (7 + row * 2.3) + row) * Math.cos(x / (31 - row * 3));
    points.push(`${x} ${(start + (MIDDLE - start) * ease((x - 60) / (MEETING - 60)) + noise).toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

const CLEAR = `M${MEETING} ${MIDDLE}C560 ${MIDDLE} 570 ${MIDDLE - 26} 600 ${MIDDLE - 26}S640 ${MIDDLE} ${WIDTH} ${MIDDLE}`;

/** Five restless channels become one clear line. */
export function Channels() {
  return (
    <section className="section" aria-labelledby="channels-title">
      <div className="grid gap-6 lg:grid-cols-2 lg:items-end">
        <h2 id="channels-title" className="section-title">
          Every way in.
          <br />
          One clear line.
        </h2>
        <p className="section-lead">
          Patients call, text, message and leave voicemail, often about the same appointment. Mia handles it all, keeps one thread per patient, and remembers the call when the text comes in.
        </p>
      </div>
      <div className="mt-14 grid grid-cols-[auto_1fr] items-center gap-x-4 lg:grid-cols-[auto_1fr_auto] lg:gap-x-6">
        <ul className="grid h-75 grid-rows-5 text-right text-[0.9375rem] sm:text-base">
          {CHANNELS.map((channel) => (
            <li key={channel} className="grid items-center">
              {channel}
            </li>
          ))}
        </ul>
        <svg viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} preserveAspectRatio="none" className="channels-art" aria-hidden="true">
          {CHANNELS.map((channel, row) => (
            <path key={channel} d={channelPath(row)} />
          ))}
          <path d={CLEAR} className="channels-clear" />
        </svg>
        <div className="col-span-2 rounded-card border border-line bg-paper p-6 max-lg:mt-2 lg:col-span-1 lg:w-72">
          <p className="font-semibold">Mia answers</p>
          <p className="mt-1 text-slate">and it’s on your calendar, with the conversation attached.</p>
        </div>
      </div>
    </section>
  );
}
