import { renderToStaticMarkup } from 'react-dom/server';
import { OPENINGS } from '../clinic/opening';
import { PageDocument, type Assets } from './document';
import { PLACEHOLDERS, type PublicPage } from './page';
import { pages } from './pages';

export { pages, PLACEHOLDERS };
export { CLINIC_ROUTES } from './clinic-routes';

/** The HTML of one page, placeholders still in it. */
export function renderPage(page: PublicPage, assets: Assets): string {
  return `<!doctype html>${renderToStaticMarkup(<PageDocument page={page} assets={assets} />)}`;
}

/** The HTML of what the clinic's pages open with, by the address below the clinic's. */
export const openings = Object.fromEntries(Object.entries(OPENINGS).map(([page, shown]) => [page, renderToStaticMarkup(shown)]));
