import type { ReactNode } from 'react';
import { EntranceFrame } from './frame';

/** `/accept-invite` around what its script brings to life. */
export function InvitePage({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame sentence="Good to have you. Mia has the phones.">
      <div data-invite>{children}</div>
    </EntranceFrame>
  );
}
