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
