import type { ReactNode } from 'react';
import { useIdle } from '../hooks/use-idle';

/** A part of a page below the fold, `tall` about as tall: drawn when the browser is done with what is above it. */
export function Later({ tall, children }: { tall: `${number}rem`; children: ReactNode }) {
  const due = useIdle();
  return (
    <div className="below-fold grid min-w-0 grid-cols-1 content-start gap-6" style={{ containIntrinsicBlockSize: `auto ${tall}`, minHeight: due ? undefined : tall }}>
      {due && children}
    </div>
  );
}
