import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const source = fileURLToPath(new URL('./src', import.meta.url));

/** Where the development server finds the Python one. */
const backend = process.env['MIA_URL'] ?? 'http://127.0.0.1:8000';

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
          // What most islands and pages share comes in three files: each small file of its own costs a kilobyte of
          // headers. Public pages need none of them before somebody reaches for an island.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
                { name: 'ui', test: /src[\\/]ui[\\/]|lucide-react/, minShareCount: 2, priority: 1 },
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
