import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** One file that brings everything it needs along. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
  build: { lib: { entry: fileURLToPath(new URL('src/index.ts', import.meta.url)), formats: ['es'], fileName: 'index' } },
});
