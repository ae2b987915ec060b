import { ArrowLeft } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { Logo } from '@/ui/logo';
import { Spinner } from '@/ui/feedback/spinner';

export interface EntranceFrameProps {
  /** What the page is about: a place that a script brings to life. */
  children: ReactNode;
  /** Links under it. */
  below?: ReactNode;
  /** The one sentence on the night side, where there is room for two sides. */
  sentence: string;
}

/** The way into the clinic area: the reader's side on mist, the other side at night, when Mia is on duty. */
export function EntranceFrame({ children, below, sentence }: EntranceFrameProps) {
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
        {/* From a fixed height down, so that nothing jumps when one view takes the place of another. */}
        <div className="mx-auto w-full max-w-sm pt-[min(6rem,11vh)] pb-10">
          <Logo />
          {children}
          <noscript>
            <p className="mt-4 text-bad">This page needs JavaScript.</p>
          </noscript>
          {below && <div className="mt-8 border-t border-line pt-6 text-[0.9375rem]">{below}</div>}
        </div>
      </main>
      <NightSide sentence={sentence} />
    </div>
  );
}

/** Decoration with one sentence; left out where there is no room for two sides. */
function NightSide({ sentence }: { sentence: string }) {
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
      <p className="absolute inset-x-14 top-1/4 max-w-md font-display text-5xl leading-[1.15] text-balance">{sentence}</p>
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

export interface ViewTitleProps {
  title: string;
  children?: ReactNode;
  /** True where the view says something and asks nothing: the heading takes the focus, so that it is read out. */
  announced?: boolean;
}

/** The heading of one view, and the sentence under it. */
export function ViewTitle({ title, children, announced = false }: ViewTitleProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>(announced);
  return (
    <>
      <h1
        ref={heading}
        tabIndex={announced ? -1 : undefined}
        className="mt-10 font-display text-[2.75rem] leading-tight font-medium text-balance outline-none"
      >
        {title}
      </h1>
      {children && <p className="mt-1 text-slate">{children}</p>}
    </>
  );
}

/** What is being waited for, announced. */
export function Waiting({ children }: { children: string }) {
  return (
    <p role="status" className="mt-6 flex items-center gap-3 text-slate">
      <Spinner className="text-petrol" />
      {children}
    </p>
  );
}

/** What went wrong, in a red box that is read out; nothing while nothing did. */
export function ProblemBox({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <p className="rounded-xl bg-bad-wash px-4 py-3 font-medium text-bad">{children}</p>}
    </div>
  );
}

/** A link within running text or under a form, 44 px high. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center text-petrol underline decoration-1 underline-offset-4 hover:decoration-2';

/**
 * Puts the focus on an element when the reader arrives at its view, which took the place of the one they were in: with
 * the view and not after it, so that no key pressed at once is lost.
 */
export function useFocusOnArrival<T extends HTMLElement>(arrived: boolean): Ref<T> {
  const element = useRef<T>(null);
  useLayoutEffect(() => {
    if (arrived) element.current?.focus();
  }, [arrived]);
  return element;
}
