import type { ReactNode } from 'react';
import { EntranceFrame } from './frame';

/** `/reset-password` around what its script brings to life. */
export function ResetPage({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame sentence="A new password, just for you.">
      <div data-reset>{children}</div>
    </EntranceFrame>
  );
}
