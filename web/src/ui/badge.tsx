import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export type BadgeTone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'plain' | 'mia';

const TONES: Record<BadgeTone, string> = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-info-wash text-info',
  violet: 'bg-violet-wash text-violet',
  plain: 'bg-celadon text-slate',
  mia: 'bg-mia-wash text-mia',
};

/** A word or two about a thing. The word carries the meaning, the color only repeats it. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
