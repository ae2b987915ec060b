import { renderToStaticMarkup } from 'react-dom/server';
import { PageDocument, type Assets } from './document';
import { PLACEHOLDERS, type PublicPage } from './page';
import { pages } from './pages';

export { pages, PLACEHOLDERS };
export { CLINIC_ROUTES } from './clinic-routes';

/** The HTML of one page, placeholders still in it. */
export function renderPage(page: PublicPage, assets: Assets): string {
  return `<!doctype html>${renderToStaticMarkup(<PageDocument page={page} assets={assets} />)}`;
}
