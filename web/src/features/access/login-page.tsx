import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '@/ui/logo';

/** The login around its form: the form's side on mist, the other side at night, when Mia is on duty. */
export function LoginPage({ form }: { form: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <main className="flex flex-col px-5 py-6 sm:px-10">
        <a
          href="/"
          className="-ml-2 inline-flex min-h-11 items-center gap-2 self-start rounded-full px-3 text-slate transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Home
        </a>
        <div className="m-auto w-full max-w-sm py-10">
          <Logo />
          <h1 className="mt-10 font-display text-[2.75rem] leading-tight font-medium">Welcome Back</h1>
          <p className="mt-1 text-slate">Access your Rebooking Dashboard</p>
          {form}
          <noscript>
            <p className="mt-4 text-bad">The login needs JavaScript.</p>
          </noscript>
          <p className="mt-8 border-t border-line pt-6 text-[0.9375rem]">
            <a
              href="/book-demo"
              className="inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              Book a demo to get your dashboard today
            </a>
          </p>
        </div>
      </main>
      <NightSide />
    </div>
  );
}

/** Decoration with one sentence; left out where there is no room for two sides. */
function NightSide() {
  return (
    <aside className="relative overflow-hidden bg-night text-night-ink max-lg:hidden">
      <svg
        viewBox="0 0 720 900"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="absolute inset-0 size-full fill-none"
      >
        {NIGHT_LINES.map(([path, look]) => (
          <path key={path} d={path} strokeWidth="1.5" className={look} />
        ))}
      </svg>
      <p className="absolute inset-x-14 top-1/4 max-w-md font-display text-5xl leading-[1.15] text-balance">
        While you were with patients, Mia kept the front desk.
      </p>
    </aside>
  );
}

/** Quiet, speaking, quiet: the line of the logo, drawn large, with its echoes. */
const NIGHT_LINES = [
  ['M-20 640h150c60 0 70-130 125-130s65 240 125 240 62-300 118-300 58 190 112 190h150', 'stroke-night-coral'],
  ['M-20 660h160c60 0 70-90 120-90s65 170 120 170 62-210 115-210 60 130 110 130h150', 'stroke-night-slate/45'],
  ['M-20 680h170c60 0 70-52 115-52s65 104 115 104 62-128 112-128 60 76 108 76h150', 'stroke-night-slate/25'],
  ['M-20 700h180c60 0 70-22 110-22s65 44 110 44 62-54 108-54 60 32 106 32h150', 'stroke-night-slate/15'],
] as const;
