import type { ReactNode } from 'react';
import { EntranceFrame } from './frame';

/** `/reset-password` around what its script brings to life. */
export function ResetPage({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame sentence="A new key, and only you have it.">
      <div data-reset>{children}</div>
    </EntranceFrame>
  );
}
