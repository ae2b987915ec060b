import type { ReactNode } from 'react';
import { SiteFooter } from './footer';
import { SiteHeader } from './header';

/** Header, content, footer, and what floats above them all. */
export function SiteLayout({ children, floating }: { children: ReactNode; floating?: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
      {floating}
    </>
  );
}
