/**
 * Second half of `npm run build`: writes the public pages as HTML, the site map, build.json (what the server has
 * to know) and compressed copies of whatever never changes after the build.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DIST = 'dist';
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest)$/;

const { pages, renderPage, openings, PLACEHOLDERS, CLINIC_ROUTES } = await import('../.ssr/entry-server.js');
const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));

async function readCss(entry) {
  const sheets = await Promise.all((entry.css ?? []).map((file) => readFile(join(DIST, file), 'utf8')));
  return sheets.join('').trim();
}

const fontsOf = (css) => [...new Set([...css.matchAll(/url\(["']?([^)"']+\.woff2)["']?\)/g)].map((m) => m[1]))];
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function write(file, text) {
  await mkdir(dirname(join(DIST, file)), { recursive: true });
  await writeFile(join(DIST, file), text);
}

const publicEntry = manifest['src/app/public/enhance.ts'];
const css = await readCss(publicEntry);
const assets = { css, script: `/${publicEntry.file}`, fonts: fontsOf(css) };
const templates = ['robots.txt', 'sitemap.xml'];

for (const page of pages) {
  const file = join(page.path.slice(1), 'index.html');
  const html = renderPage(page, assets);
  const body = html.slice(html.indexOf('<body'));
  if (/<[a-z][^>]*\sstyle=/i.test(body)) throw new Error(`${page.path}: a style attribute breaks the content policy`);
  await write(file, html);
  templates.push(file);
}

// The clinic's shell: its style sheet comes first, so that there is something to see while the scripts are on their
// way; fonts start with the page instead of after the style sheet, and what the first script loads with that script.
const shell = await readFile(join(DIST, 'app.html'), 'utf8');
const shellFonts = fontsOf(await readCss(manifest['app.html']));
const preloads = shellFonts.map((f) => `<link rel="preload" href="${f}" as="font" type="font/woff2" crossorigin />`);
const modules = [...withImports(manifest['src/app/clinic/main.tsx'])]
  .filter(({ file }) => !shell.includes(file))
  .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
/** Where people work all day besides the dashboard: the scripts of each start with the page, too. */
const WORK_PAGES = ['tasks', 'messages', 'leads', 'patients', 'calendar', 'calls'];
const framed = new Set([...withImports(manifest['app.html']), ...withImports(manifest['src/app/clinic/main.tsx'])].map(({ file }) => file));
const scriptsOf = (name) => [...withImports(manifest[`src/app/clinic/pages/${name}.tsx`])].map(({ file }) => file).filter((file) => !framed.has(file));
const pageScripts = Object.fromEntries(WORK_PAGES.map((name) => [name, scriptsOf(name).map((file) => `/${file}`)]));
const [sheet] = shell.match(/<link rel="stylesheet"[^>]*>/) ?? [];
if (!sheet) throw new Error('app.html has no style sheet');
const first = shell.replace(sheet, '').replace('</title>', `</title>${sheet}${preloads.join('')}`);
await write('app.html', first.replace('</head>', `${modules.join('')}</head>`));

const indexed = pages.filter((page) => page.index !== false);
const urls = indexed.map((page) => `<url><loc>__PUBLIC_URL__${page.path}</loc></url>`).join('');
await write(
  'sitemap.xml',
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
);
const hidden = CLINIC_ROUTES.map((route) => `Disallow: /${route}`).join('\n');
await write('robots.txt', `User-agent: *\n${hidden}\nDisallow: /api/\n\nSitemap: __PUBLIC_URL__/sitemap.xml\n`);

await write(
  'build.json',
  JSON.stringify({
    placeholders: PLACEHOLDERS,
    templates,
    clinicRoutes: CLINIC_ROUTES,
    pageScripts,
    openings,
    csp: { style: [sha256(css)], script: [] },
  }),
);
await rm(join(DIST, '.vite'), { recursive: true });

/** What a visitor's page loads before somebody reaches for a part of it that lives. */
const MOST_SCRIPT_KB = 10;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const files = (await readdir(DIST, { recursive: true })).filter((f) => COMPRESSIBLE.test(f) && f !== 'build.json');
await Promise.all(
  files.map(async (file) => {
    const plain = await readFile(join(DIST, file));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await Promise.all([
      toBrotli(plain, { params }).then((data) => write(`${file}.br`, data)),
      toGzip(plain, { level: 9 }).then((data) => write(`${file}.gz`, data)),
    ]);
  }),
);

const kilobytes = async (data) => (await toBrotli(data)).length / 1024;
let script = 0;
for (const { file } of withImports(publicEntry)) script += await kilobytes(await readFile(join(DIST, file)));
console.log(`prerendered ${pages.length} pages; style ${(await kilobytes(css)).toFixed(1)} KB, script ${script.toFixed(1)} KB (brotli)`);
if (script > MOST_SCRIPT_KB) throw new Error(`A public page may load ${MOST_SCRIPT_KB} KB of script, no more`);

/** A file of the build and all that it cannot begin without. */
function withImports(entry, known = new Set()) {
  known.add(entry);
  for (const name of entry.imports ?? []) if (!known.has(manifest[name])) withImports(manifest[name], known);
  return known;
}

// All is written. A page's module that left a timer or channel open must not keep the build from ending.
process.exit(0);
