/** Scrolled less than this, the header always stays (spec §2). */
const KEEP_ABOVE_PX = 100;

/** Hides the header when the page is scrolled down past 100 px, and brings it back on the way up. */
export function watchHeader(header: HTMLElement, view: Window = window): void {
  let last = view.scrollY;
  view.addEventListener(
    'scroll',
    () => {
      const now = view.scrollY;
      if (now !== last) header.toggleAttribute('data-away', now > last && now > KEEP_ABOVE_PX);
      last = now;
    },
    { passive: true },
  );
}

/** The logo scrolls to the top where the reader is on the landing page already; elsewhere it is a link to it. */
export function watchLogo(logo: HTMLElement, view: Window = window): void {
  logo.addEventListener('click', (event) => {
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (view.location.pathname !== '/' || !plain) return;
    event.preventDefault();
    view.scrollTo({ top: 0, behavior: 'smooth' });
  });
}
