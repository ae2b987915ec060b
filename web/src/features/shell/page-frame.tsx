import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { classNames } from '@/lib/class-names';
import { afterPaint } from '@/lib/after-paint';

export interface PageFrameProps {
  header: ReactNode;
  /** Beside the page where there is room. */
  side?: ReactNode;
  /** At the lower edge of small screens; the page leaves room for it. */
  bottom?: ReactNode;
  children: ReactNode;
}

/** The row of the ways and the page, and the page in it. */
export const ROW = 'mx-auto flex max-w-[96rem]';
export const PAGE = 'mx-auto grid w-full max-w-[84rem] min-w-0 flex-1 content-start gap-5 px-4 py-5 outline-none sm:px-8 sm:py-6';

/** The frame of every page behind the login: the way past the header, the header, the ways, and the page. */
export function PageFrame({ header, side, bottom, children }: PageFrameProps) {
  return (
    <div className={classNames('min-h-dvh', Boolean(bottom) && 'max-lg:pb-20')}>
      <a
        href="#main"
        className="fixed top-3 left-4 z-40 -translate-y-20 rounded-full bg-night px-5 py-3 text-night-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <UnderWay />
      {header}
      <div className={ROW}>
        {side}
        <Main>{children}</Main>
      </div>
      {bottom}
    </div>
  );
}

/** The page. After a way within the area it has the focus, so that reading goes on at its beginning. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    window.scrollTo(0, 0);
    // The palette or the menu that led here lets go of the page with the next frame.
    afterPaint(() => main.current?.focus({ preventScroll: true }));
  }, [pathname]);

  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className={PAGE}
    >
      {children}
    </main>
  );
}

/** A line at the top while the next page is on its way. */
function UnderWay() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-petrol" />;
}
