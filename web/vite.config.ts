import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { devPages } from './scripts/dev-pages';

const source = fileURLToPath(new URL('./src', import.meta.url));

/** The router's package offers its build with checks and warnings only, though it brings one without. */
const ROUTER = Object.entries({ 'react-router': 'index', 'react-router/dom': 'dom-export' }).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
}));

/** Where the development server finds the Python one. */
const backend = process.env['MIA_URL'] ?? 'http://127.0.0.1:8000';

/** What a public page begins with and others use too: apart, so that it brings nothing else along. */
const BASE = /src[\\/](api[\\/]answer|lib[\\/](after-paint|error-reports|session[\\/](email-link|signed-in-hint|signed-out-news)|theme))\./;

/** Parts of `ui` that no public page needs: they come with the clinic's pages. */
const CLINIC_UI =
  String.raw`badge|card|data-table|patient-pages|section|stat-card|overlays[\\/](?!bottom-sheet|confirm-dialog)|feedback[\\/](?!notes|problem|spinner)|fields[\\/](search-field|switch)|buttons[\\/]theme-toggle|hooks[\\/](?!use-keys|use-submit)`;

/** What most pages and islands use; a thing that only a few need, or that brings the router along, stays in a file of theirs. */
const SHARED = new RegExp(
  String.raw`src[\\/](ui[\\/](?!charts|overlays|patient-tags|feedback[\\/]problem|hooks[\\/]use-keys|fields[\\/](?!search-field|switch)|buttons[\\/](copy-button|density-toggle|reach-actions)|${CLINIC_UI})|api[\\/](?!keys|queries))|src[\\/]lib[\\/](class-names|time[\\/](?:clinic-time|now)|emitter|error-reports|session[\\/](return-path|signed-in-hint))\.|src[\\/]features[\\/]identity[\\/]session[\\/]words\.|lucide-react|openapi-fetch`,
);

/** What the clinic's dashboard shares with other pages of the clinic, and no public page needs. */
const CLINIC = new RegExp(
  String.raw`src[\\/](api[\\/](keys|queries)|app[\\/]clinic[\\/](area|clinic-frame|titles)|features[\\/](identity[\\/]session[\\/](access-error|clinic-gate|queries|session-watch)|insights[\\/]dashboard[\\/](?!own)|inbox[\\/](history[\\/](activity-door|activity-badge|queries)|tasks[\\/](?:about|kinds|queries))|recalls[\\/]center[\\/](queries|view|reachable|contact[\\/]verdict)|schedule[\\/]day[\\/]queries|settings[\\/]setup-query|shell[\\/](live|bottom-navigation|clinic-header|navigation|page-frame|palette-button|page-title|shortcuts))|lib[\\/](figures|phone|single-keys)|ui[\\/](${CLINIC_UI}))`,
);

/** How the clinic's pages ask the server. Several queries at once are asked by the activity log alone. */
const QUERY = /node_modules[\\/](@tanstack|openapi-react-query)[\\/](?!.*(useQueries|queriesObserver))/;

/** What several of the pages where people work all day share, and the dashboard does not need: a file for all of it. */
const DESK =
  /src[\\/](features[\\/](inbox[\\/]replies[\\/]fill|leads[\\/](agreements|words)|patients[\\/](consent-words|queries)|shell[\\/]views[\\/])|lib[\\/](new-key|reach|save-file|time[\\/]day-bounds)|ui[\\/](buttons[\\/](density-toggle|reach-actions)|feedback[\\/]problem|fields[\\/](check-cards|folded-filters|radio-cards)|hooks[\\/]use-keys|overlays[\\/]confirm-dialog|patient-tags))/;

/** What a clinic's frame and dashboard are made of, among other pages. */
const FRAME = /^(app[\\/]clinic|features[\\/](identity[\\/]session|insights[\\/]dashboard|inbox[\\/](history|tasks)|recalls[\\/]center|schedule[\\/]day|settings[\\/]setup|shell)|ui)[\\/]/;

/** Parts of those that come when they are asked for, or with another page. */
const LATER = /[\\/](several|pages|charts|contact)[\\/]|[\\/](account-header|call-logs|copy-button|density-toggle|feedback|folded-filters|password-field|reach-actions|recording|saved-views)\./;

/** What public pages show, too, of those that are not of the frame: Mia's sheet and fields of forms. */
const PUBLIC = /^(features[\\/]voice|ui[\\/]fields)[\\/]/;

/** The icons that the rest shows; the others come with what other pages share, which the dashboard does without. */
const FIRST_ICONS = iconsIn((file) => FRAME.test(file) && !LATER.test(file));
const PUBLIC_ICONS = iconsIn((file) => PUBLIC.test(file));

function iconsIn(wanted: (file: string) => boolean): ReadonlySet<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return new Set(files.filter((file) => /\.tsx?$/.test(file) && wanted(file)).flatMap(iconsOf));
}

function iconsOf(file: string): string[] {
  const names = readFileSync(`${source}/${file}`, 'utf8').match(/import \{([^}]*)\} from 'lucide-react'/)?.[1] ?? '';
  return names.split(',').map((name) => name.trim().replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=\d)(?=[A-Z])/g, '-').toLowerCase());
}

/** Whether a module is an icon that the dashboard does not show, or one that public pages show among these. */
const isLaterIcon = (id: string) => isIcon(id, (icon) => !FIRST_ICONS.has(icon));
const isPublicIcon = (id: string) => isIcon(id, (icon) => PUBLIC_ICONS.has(icon) && !FIRST_ICONS.has(icon));

function isIcon(id: string, wanted: (icon: string) => boolean): boolean {
  const icon = /lucide-react.*[\\/]icons[\\/]([\w-]+)\./.exec(id)?.[1];
  return icon !== undefined && wanted(icon);
}

/** The files that are there when a clinic's frame is. */
const OF_FRAME = /assets[\\/](app|base|clinic|main|react|rolldown-runtime|ui)-.{8}\.js$/;

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwind(), devPages(backend)],
  appType: 'custom',
  resolve: { alias: [{ find: '@', replacement: source }, ...(command === 'build' ? ROUTER : [])] },
  publicDir: isSsrBuild ? false : 'public',
  // The server puts a fresh nonce into each answer: see Site.shell in site.py.
  html: { cspNonce: '__CSP_NONCE__' },
  // The server refuses what seems to come from another site: it must see the host that the browser asked.
  server: { proxy: { '^/(api|voice|v)/': { target: backend, changeOrigin: false, ws: true } } },
  build: {
    // The first browsers that have both light-dark() and <dialog>: see docs/decisions/web-shape.md.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: !isSsrBuild,
    // Fonts stay files, so that they can be preloaded and cached for good.
    assetsInlineLimit: 0,
    // What a clinic's frame is made of has come before any page of it.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostId }) => (OF_FRAME.test(hostId) ? files.filter((file) => !OF_FRAME.test(file)) : files) },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: { app: 'app.html', public: 'src/app/public/enhance.ts' },
          // What most islands and pages share comes in four files: each small file of its own costs a kilobyte of
          // headers. Public pages need the first of them alone before somebody reaches for an island.
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: BASE, priority: 4 },
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                { name: 'ui', test: (id: string) => SHARED.test(id) && !isLaterIcon(id), minShareCount: 2, priority: 2 },
                { name: 'clinic', test: (id: string) => CLINIC.test(id) || QUERY.test(id), minShareCount: 2, priority: 1 },
                { name: 'fields', test: /src[\\/]ui[\\/]fields[\\/](select-field|text-)/, minShareCount: 2, priority: 1 },
                { name: 'icons', test: isPublicIcon, minShareCount: 2, priority: 1 },
                { name: 'desk', test: (id: string) => DESK.test(id) || isLaterIcon(id), minShareCount: 2, priority: 0 },
              ],
            },
          },
        },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'packages/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    // Many times what the longest takes alone: other work may have the processors.
    testTimeout: 20_000,
    restoreMocks: true,
    css: false,
  },
}));
