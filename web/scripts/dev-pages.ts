/**
 * Pages for `npm run dev`: public ones rendered from source at each request, the clinic's shell for its addresses.
 * In the built product `prerender.mjs` and the server's site.py do this; everything else is asked of the server.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin, ViteDevServer } from 'vite';
import type { components } from '../src/api/schema';

type Entry = typeof import('../src/app/public/entry-server');

const ENTRY = '/src/app/public/entry-server.tsx';
const SCRIPT = '/src/app/public/enhance.ts';

/** Vite's plugin; `backend` is the address of the running server. */
export function devPages(backend: string): Plugin {
  return {
    name: 'mia-dev-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://dev');
        if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
        try {
          const html = await pageAt(server, backend, url.pathname.replace(/(?<=.)\/$/, ''));
          if (html === undefined) return next();
          response.setHeader('Content-Type', 'text/html');
          response.end(await server.transformIndexHtml(url.pathname, html));
        } catch (error) {
          server.ssrFixStacktrace(error as Error);
          next(error);
        }
      });
    },
  };
}

async function pageAt(server: ViteDevServer, backend: string, path: string): Promise<string | undefined> {
  const { pages, renderPage, openings, CLINIC_ROUTES } = (await server.ssrLoadModule(ENTRY)) as Entry;
  const page = pages.find((each) => each.path.replace(/(?<=.)\/$/, '') === path);
  if (page) return filled(renderPage(page, { css: '', script: SCRIPT, fonts: [] }), backend);
  if (!CLINIC_ROUTES.some((route) => route === path.split('/')[1])) return undefined;
  return (await readFile('app.html', 'utf8')).replace('__ERROR_SERVICE__', '').replace('<!--__OPENING__-->', openings[''] ?? '');
}

/** A page with what the running server would fill in: see Site in site.py. */
async function filled(html: string, backend: string): Promise<string> {
  const site = (await (await fetch(`${backend}/api/site`)).json()) as components['schemas']['SiteOut'];
  const values = {
    __CONTACT_EMAIL__: site.contact_email,
    __PUBLIC_URL__: backend,
    __RETENTION_DAYS__: site.retention_days,
    __BOOKING_EMBED_URL__: site.booking_embed_url ?? '/embed/booking',
    __MIA__: 'on',
    __DEMOS__: 'on',
  };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, String(value)), html);
}
