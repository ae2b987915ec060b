import type { ReactNode } from 'react';
import { EntranceFrame, TEXT_LINK } from './frame';
import { FORGOTTEN } from './login-flow';

/** `/login` around what its script brings to life. */
export function LoginPage({ children }: { children: ReactNode }) {
  return (
    <EntranceFrame
      sentence="While you were with patients, Mia kept the front desk."
      below={
        <a href="/book-demo" className={TEXT_LINK}>
          Book a demo to get your dashboard today
        </a>
      }
    >
      <div data-login id={FORGOTTEN}>
        {children}
      </div>
    </EntranceFrame>
  );
}
