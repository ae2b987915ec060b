import { classNames } from '@/lib/class-names';

/** The one line of the house: quiet, then speaking, then quiet. Also the favicon. */
export const WAVE_MARK_PATH = 'M4 17.2c2.3 0 3-6.4 5.5-6.4s2.9 11 5.6 11 2.9-14.6 5.6-14.6 2.6 10 5 10h2.3';

/** The mark alone. Decorative. */
export function WaveMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('shrink-0', className)}>
      <rect width="32" height="32" rx="10" className="fill-night" />
      <path
        d={WAVE_MARK_PATH}
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-night-coral"
      />
    </svg>
  );
}

/** The mark and the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <WaveMark className="size-8" />
      <span className="font-display text-[1.75rem] leading-none font-medium tracking-tight">Mia</span>
    </span>
  );
}
