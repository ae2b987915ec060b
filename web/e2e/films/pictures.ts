import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, where pictures and films are kept. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs ffmpeg, quietly; throws with what it said when it fails. */
export function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Keeps a PNG as WebP under a path of the repository. */
export function keepAsWebp(png: Buffer, path: string, quality: number): void {
  const plain = join(tmpdir(), `mia-picture-${process.pid}.png`);
  writeFileSync(plain, png);
  ffmpeg('-i', plain, '-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6', join(ROOT, path));
  rmSync(plain);
}
