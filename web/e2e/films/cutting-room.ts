import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Said, Take } from './film';
import { HEIGHT, WIDTH } from './film';
import { ROOT, ffmpeg } from './pictures';

const FRAMES_PER_SECOND = 20;
const SAMPLE_RATE = 48_000;
/** Silence in a call is shortened to this many seconds; the page says that the films are shortened. */
const LONGEST_SILENCE_S = 0.7;
/** Below this amplitude (of 32767) there is silence. */
const SILENCE = 250;
/** Words may stand in the captions before they are heard, and where a silence was cut. */
const BEFORE_SOUND_S = 2.5;
const SECONDS_A_WORD = 0.35;
/** How long a film may be and weigh. */
const SECONDS = { least: 20, most: 40 };
const MOST_BYTES = 3 * 1024 * 1024;

const FILMS = 'web/public/films';

interface Span {
  from: number;
  to: number;
}

/** Cuts a take into a film: WebM, MP4, poster, captions, and the words for the page. */
export function makeFilm(name: string, take: Take): void {
  const folder = mkdtempSync(join(tmpdir(), 'mia-film-'));
  try {
    const sound = take.sound && decode(take.sound.webm, folder);
    const spans = take.scenes.flatMap((scene) => upTo(scene.most, withoutLongSilence(scene, take, sound)));
    const seconds = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    const lengths = spans.map(({ from, to }) => (to - from).toFixed(1));
    console.log(`${name}: ${seconds.toFixed(1)} s (${lengths.join(' + ')}) of ${take.frames.length} frames`);
    if (seconds < SECONDS.least || seconds > SECONDS.most) throw new Error(`${name} is ${seconds.toFixed(1)} s long.`);
    writeFrames(spans, take, folder);
    writeFileSync(join(folder, 'sound.pcm'), cutSound(spans, take, sound));
    encode(name, seconds, folder);
    writeCaptions(name, spans, take);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function decode(webm: Buffer, folder: string): Int16Array {
  const [from, to] = [join(folder, 'call.webm'), join(folder, 'call.pcm')];
  writeFileSync(from, webm);
  ffmpeg('-i', from, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 's16le', to);
  const bytes = execFileSync('cat', [to], { maxBuffer: 1 << 30 });
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}

/** The parts of a scene that stay when every long silence of the call is made short. */
function withoutLongSilence(scene: Span, take: Take, sound: Int16Array | null): Span[] {
  if (!take.sound || !sound) return [scene];
  const { begunAt } = take.sound;
  const step = 0.05;
  const spans: Span[] = [];
  let open = scene.from;
  let silentSince: number | null = null;
  const end = begunAt + sound.length / SAMPLE_RATE;
  for (let at = scene.from; at < scene.to; at += step) {
    const heard = at < begunAt || at >= end || isLoud(sound, at - begunAt, step);
    if (!heard) silentSince ??= at;
    if (heard && silentSince !== null) {
      if (at - silentSince > LONGEST_SILENCE_S) {
        spans.push({ from: open, to: silentSince + LONGEST_SILENCE_S / 2 });
        open = at - LONGEST_SILENCE_S / 2;
      }
      silentSince = null;
    }
  }
  const to = silentSince === null ? scene.to : Math.min(scene.to, silentSince + LONGEST_SILENCE_S);
  return [...spans, { from: open, to }];
}

/** As many spans as there is time for; the last one is cut short where it has to be. */
function upTo(most: number, spans: Span[]): Span[] {
  const kept: Span[] = [];
  let left = most;
  for (const { from, to } of spans) {
    if (to - from > left) return [...kept, { from, to: from + left }];
    kept.push({ from, to });
    left -= to - from;
  }
  return kept;
}

function isLoud(sound: Int16Array, from: number, length: number): boolean {
  const [first, last] = [from, from + length].map((seconds) => Math.round(seconds * SAMPLE_RATE));
  return sound.subarray(first, last).some((sample) => Math.abs(sample) > SILENCE);
}

function writeFrames(spans: Span[], { frames }: Take, folder: string): void {
  let number = 0;
  for (const { from, to } of spans) {
    for (let at = from; at < to; at += 1 / FRAMES_PER_SECOND) {
      const shown = frames.findLast((frame) => frame.at <= at) ?? frames[0];
      if (!shown) throw new Error('The camera saw nothing.');
      writeFileSync(join(folder, `frame-${String(number).padStart(5, '0')}.jpg`), shown.jpeg);
      number += 1;
    }
  }
}

function cutSound(spans: Span[], take: Take, sound: Int16Array | null): Buffer {
  const parts = spans.map(({ from, to }) => {
    const part = new Int16Array(Math.round((to - from) * SAMPLE_RATE));
    const first = Math.round((from - (take.sound?.begunAt ?? from)) * SAMPLE_RATE);
    for (let i = 0; sound && i < part.length; i += 1) part[i] = sound[first + i] ?? 0;
    return Buffer.from(part.buffer);
  });
  return Buffer.concat(parts);
}

function encode(name: string, seconds: number, folder: string): void {
  const out = join(ROOT, FILMS, name);
  mkdirSync(join(ROOT, FILMS), { recursive: true });
  const picture = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(folder, 'frame-%05d.jpg')];
  const sound = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', join(folder, 'sound.pcm')];
  const size = ['-vf', `scale=${WIDTH}:${HEIGHT}:flags=lanczos,format=yuv420p`];
  const both = [...picture, ...sound, ...size, '-shortest'];
  ffmpeg(...both, '-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-row-mt', '1', '-cpu-used', '4', '-c:a', 'libopus', '-b:a', '40k', `${out}.webm`);
  ffmpeg(...both, '-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', `${out}.mp4`);
  ffmpeg('-ss', String(seconds / 2), '-i', `${out}.mp4`, '-frames:v', '1', '-vf', 'scale=960:-1', '-c:v', 'libwebp', '-quality', '78', `${out}.webp`);
  for (const kind of ['webm', 'mp4']) {
    const { size: bytes } = statSync(`${out}.${kind}`);
    console.log(`${name}.${kind}: ${(bytes / 1024).toFixed(0)} KB`);
    if (bytes > MOST_BYTES) throw new Error(`${name}.${kind} weighs ${bytes} bytes.`);
  }
}

/** The sentences that the film lets one hear, each with its second in the film. */
export function saidIn(spans: Span[], { captions }: Take): Said[] {
  const all = (captions.at(-1)?.lines ?? []).flatMap(({ who, text }, line) => {
    let at = 0;
    return (text.match(/[^.?!]+[.?!]*\s*/g) ?? []).map((sentence) => {
      const begin = at;
      at += sentence.length;
      const first = captions.find(({ lines }) => (lines[line]?.text.length ?? 0) > begin)?.at ?? 0;
      // Mia's words stand there as she begins to say them, the caller's once they have been understood.
      const ago = who === 'you' ? sentence.trim().split(' ').length * SECONDS_A_WORD : 0;
      return { at: first - ago, who: who as Said['who'], text: sentence.trim() };
    });
  });
  return all.flatMap((said) => {
    let before = 0;
    for (const { from, to } of spans) {
      if (said.at >= from - BEFORE_SOUND_S && said.at < to) return [{ ...said, at: before + Math.max(0, said.at - from) }];
      before += to - from;
    }
    return [];
  });
}

const SPEAKERS = { mia: 'Mia', you: 'Caller' };

function writeCaptions(name: string, spans: Span[], take: Take): void {
  const said = saidIn(spans, take);
  const end = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = said.map(({ at, who, text }, i) => {
    const until = Math.min(Math.max(said[i + 1]?.at ?? end, at + 0.8), at + 6);
    return `${clock(at)} --> ${clock(until)}\n<v ${SPEAKERS[who]}>${SPEAKERS[who]}: ${text}\n`;
  });
  writeFileSync(join(ROOT, FILMS, `${name}.vtt`), `WEBVTT\n\n${cues.join('\n')}`);
  const words = said.map(({ at, who, text }) => ({ at: Math.round(at), who, text }));
  writeFileSync(join(ROOT, `web/src/features/site/films/${name}.json`), `${JSON.stringify(words, null, 1)}\n`);
}
