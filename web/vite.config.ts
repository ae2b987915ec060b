import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const source = fileURLToPath(new URL('./src', import.meta.url));

/** Where the development server finds the Python one. */
const backend = process.env['MIA_URL'] ?? 'http://127.0.0.1:8000';

/** What a public page begins with and others use too: apart, so that it brings nothing else along. */
const BASE = /src[\\/](api[\\/]answer|lib[\\/](after-paint|error-reports|letter-link|signed-in-hint|signed-out-news|theme))\./;

/** Parts of `ui` that no public page needs: they come with the clinic's pages. */
const CLINIC_UI =
  'badge|bottom-sheet|card|confirm-dialog|dialog|drawer|later|loaded|modal|open-modals|patient-pages|patient-tags|problem|search-field|section|sheet-header|skeleton|stat-card|switch|theme-toggle|toast|use-';

/** What most pages and islands use; a thing that only a few need, or that brings the router along, stays in a file of theirs. */
const SHARED = new RegExp(
  String.raw`src[\\/](ui[\\/](?!charts|check-cards|radio-cards|copy-button|new-password-field|${CLINIC_UI})|api[\\/])|src[\\/]lib[\\/](class-names|clinic-time|emitter|error-reports|return-path|signed-in-hint)\.|src[\\/]features[\\/]access[\\/]words\.|lucide-react|openapi-fetch`,
);

/** What the clinic's dashboard shares with other pages of the clinic, and no public page needs. */
const CLINIC = new RegExp(
  String.raw`src[\\/](app[\\/]clinic[\\/](area|clinic-frame)|features[\\/](access[\\/](access-error|clinic-gate|queries|session-watch)|dashboard[\\/](?!own)|history[\\/](activity-door|activity-badge|queries)|live|rebooking[\\/](queries|view)|shell[\\/](bottom-navigation|clinic-header|navigation|page-frame|palette-button|shortcuts))|lib[\\/](figures|phone|single-keys)|ui[\\/](${CLINIC_UI}))`,
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwind()],
  resolve: { alias: { '@': source } },
  publicDir: isSsrBuild ? false : 'public',
  // The server puts a fresh nonce into each answer: see Site.shell in site.py.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': backend, '/voice': backend } },
  build: {
    // The first browsers that have both light-dark() and <dialog>: see docs/decisions/web-shape.md.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: !isSsrBuild,
    // Fonts stay files, so that they can be preloaded and cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
                { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 3 },
                { name: 'ui', test: SHARED, minShareCount: 2, priority: 2 },
                { name: 'clinic', test: CLINIC, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
    css: false,
  },
}));
