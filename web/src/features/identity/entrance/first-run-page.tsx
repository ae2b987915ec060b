import type { ReactNode } from 'react';
import { EntranceFrame } from './frame';

/** `/first-run` around what its script brings to life. */
export function FirstRunPage({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame sentence="Tonight, Mia takes the front desk.">
      <div data-first-run>{children}</div>
    </EntranceFrame>
  );
}
