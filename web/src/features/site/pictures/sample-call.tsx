import { VoiceLine } from './voice-line';

/** A call as its captions would stand on the screen. Invented, and says so. */
export function SampleCall() {
  return (
    <figure className="sample-call" aria-label="A sample call">
      <div className="flex items-start justify-between gap-4 px-6 pt-5">
        <div>
          <p className="font-semibold">Mia is on the phone</p>
          <p className="text-sm text-night-slate">9:42 PM, after hours</p>
        </div>
        <p className="rounded-full border border-night-line px-3 py-1 text-sm text-night-slate">Sample</p>
      </div>
      <VoiceLine />
      <div className="space-y-4 rounded-t-card bg-paper px-6 pt-6 pb-6 text-ink">
        <p className="ml-auto w-fit max-w-[85%] rounded-2xl bg-celadon px-4 py-2.5">
          Hi, it’s been a while since my last facial. Anything this week?
        </p>
        <p className="border-l-2 border-coral pl-4">
          <span className="block text-sm font-semibold text-coral">Mia</span>
          Welcome back. Thursday at 4:15 PM with Nurse Ortiz is available. Shall I book it?
        </p>
        <p className="ml-auto w-fit max-w-[85%] rounded-2xl bg-celadon px-4 py-2.5">Yes, please.</p>
        <p className="flex items-center justify-between border-t border-line pt-4 text-[0.9375rem]">
          <span className="font-semibold text-petrol">Booked, Thursday 4:15 PM</span>
          <span className="text-slate tabular-nums">1 min 12 s</span>
        </p>
      </div>
    </figure>
  );
}
