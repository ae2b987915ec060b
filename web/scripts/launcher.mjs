/** Part of `npm run build`: the script that practices put on their websites, in one file that loads no other. */
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'vite';

const FILE = 'dist/embed/mia.js';
/** What a page of others waits for before somebody opens Mia, uncompressed. */
const MOST_KB = 15;

const [{ output }] = await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    write: false,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    lib: { entry: 'src/app/embed/launcher.ts', name: 'mia', formats: ['iife'], fileName: () => 'mia.js' },
  },
});
const { code } = output[0];
const kilobytes = Buffer.byteLength(code) / 1024;
if (output.length > 1 || /\bimport\b/.test(code)) throw new Error('The launcher comes in one file');
if (!code.includes('__ALLOWED_ORIGINS__')) throw new Error('The launcher has no place for the allowed websites');
if (kilobytes > MOST_KB) throw new Error(`The launcher may be ${MOST_KB} KB, no more; it is ${kilobytes.toFixed(1)} KB`);
await mkdir('dist/embed', { recursive: true });
await writeFile(FILE, code);
console.log(`launcher ${kilobytes.toFixed(1)} KB`);
