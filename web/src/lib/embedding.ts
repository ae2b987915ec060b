/** Whose page of ours a website shows: the clinic's slug and its site key, by `/embed/{kind}/{clinic}?key=...`. */
export function clinicOf(address: { pathname: string; search: string }): { slug: string; key: string } {
  const slug = address.pathname.split('/').filter(Boolean)[2] ?? '';
  return { slug, key: new URLSearchParams(address.search).get('key') ?? '' };
}

/** The origin of the page that shows this one in a frame, or an empty text where none does. */
export function pageAround(view: Window): string {
  if (view.parent === view) return '';
  const ancestor = view.location.ancestorOrigins?.[0];
  if (ancestor) return ancestor;
  try {
    return new URL(view.document.referrer).origin;
  } catch {
    return 'null'; // a frame whose page does not say where it is
  }
}

/** What Mia's frame says to the launcher around it: see `app/embed/launcher.ts`. */
export type FrameNews = 'mia:close' | 'mia:in-call' | 'mia:no-call';

/** Tells the page around, where there is one that says who it is. */
export function tellPageAround(view: Window, news: FrameNews): void {
  const page = pageAround(view);
  if (page && page !== 'null') view.parent.postMessage(news, page);
}

/** Escape in a frame closes it, unless something inside closes first. */
export function closeOnEscape(view: Window): void {
  view.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tellPageAround(view, 'mia:close');
  });
}
