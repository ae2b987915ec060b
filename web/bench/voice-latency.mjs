/**
 * Voice to voice as a visitor's browser hears it: from the caller's last sound to Mia's first, over real WebRTC, and
 * from speaking up to Mia's silence. Recorded callers speak into the widget of a running product: two thirds of the
 * turns are questions, the rest book visits. Answers that complete what Mia asked for are told apart as well.
 *
 *   node bench/voice-latency.mjs http://127.0.0.1:8000 [turns, 60] [interruptions, 30]
 */
import { chromium } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';

const [base = 'http://127.0.0.1:8000', turns = '60', interrupted = '30'] = process.argv.slice(2);
const TURNS_PER_CALL = 6;
const ASKED = [
  [/shall I book it\?|is that all correct\?|yes or no\?/i, 'yes'],
  [/phone number|reach you\?|area code/i, 'phone'],
  [/last name|full name/i, 'name'],
  [/which (would you like|suits you|one works)|does that work|shall we take it|would that work/i, 'slot'],
  [/what day|which day|when would you like/i, 'day'],
  [/come in for\?|which treatment|what are we booking/i, 'service'],
];
const VOICES = new URL('../../tests/voices/', import.meta.url);
const { clips } = JSON.parse(readFileSync(new URL('wordings.json', VOICES), 'utf8'));
const sounds = (step) => clips[step].map((_, n) => readFileSync(new URL(`clips/${step}-${n + 1}.ogg`, VOICES), 'base64'));
const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--use-fake-ui-for-media-stream'],
});

/** In the page: a microphone to speak into, and a record of when Mia could be heard, on one audio clock. */
function ears() {
  const context = new AudioContext();
  let mouth;
  const heard = { loudAt: [], analyser: undefined, stream: undefined };
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
    value: async () => {
      await context.resume();
      mouth = context.createMediaStreamDestination();
      const hiss = context.createConstantSource();
      hiss.offset.value = 1e-5;
      hiss.connect(mouth);
      hiss.start();
      return mouth.stream;
    },
  });
  const listen = () => {
    const stream = document.querySelector('audio[data-voice-audio]')?.srcObject;
    if (!stream) return;
    if (heard.stream !== stream) {
      heard.stream = stream;
      heard.analyser = context.createAnalyser();
      heard.analyser.fftSize = 256;
      context.createMediaStreamSource(stream).connect(heard.analyser);
    }
    const samples = new Float32Array(256);
    heard.analyser.getFloatTimeDomainData(samples);
    if (Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / 256) > 0.01) heard.loudAt.push(context.currentTime);
  };
  setInterval(listen, 4);
  const until = (test, limit = 20_000) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const timer = setInterval(() => {
        const value = test();
        if (value !== undefined) resolve(value);
        else if (performance.now() - started > limit) reject(new Error('waited too long'));
        else return;
        clearInterval(timer);
      }, 4);
    });
  const quiet = (seconds) => until(() => (context.currentTime - (heard.loudAt.at(-1) ?? 0) > seconds ? true : undefined));
  /** Speaks; answers the audio times of the first and the last sound of it. */
  const speak = async (file) => {
    const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    const loud = buffer.getChannelData(0).reduce((at, s, n) => (Math.abs(s) > 0.02 ? [at[0] ?? n, n] : at), []);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(mouth);
    const start = context.currentTime + 0.05;
    source.start(start);
    return loud.map((n) => start + n / buffer.sampleRate);
  };
  window.ears = {
    quiet,
    async answer(file) {
      const [, end] = await speak(file);
      const first = await until(() => heard.loudAt.find((at) => at > end));
      return (first - end) * 1000;
    },
    async bargeIn(question, interruption) {
      await this.answer(question);
      await new Promise((resolve) => setTimeout(resolve, 700));
      const [start] = await speak(interruption);
      const silent = await until(() => {
        const last = heard.loudAt.at(-1);
        return context.currentTime - last > 0.25 ? last : undefined;
      });
      return (silent - start) * 1000;
    },
  };
}

async function call(work) {
  const page = await (await browser.newContext({ permissions: ['microphone'] })).newPage();
  await page.addInitScript(ears);
  await page.goto(base);
  await page.getByRole('button', { name: 'Talk to Mia' }).first().click();
  await page.getByRole('button', { name: 'Start Voice Call' }).click();
  await page.getByText('LIVE CALL').waitFor({ timeout: 30_000 });
  await page.getByText('How can I help').first().waitFor();
  await page.evaluate(() => window.ears.quiet(1));
  await work(page);
  await page.context().close();
}

const answers = [];
const completing = [];
const byStep = new Map();
const silences = [];
const questions = sounds('question');
const interruptions = sounds('interruption');
const bookings = sounds('booking');
const asking = Math.ceil((Number(turns) * 2) / 3);

/** What Mia asked for last, as the step of a booking. */
async function asked(page) {
  const said = await page.locator('.voice-line[data-who="mia"]').last().textContent();
  return ASKED.find(([words]) => words.test(said ?? ''))?.[1];
}

async function turn(page, sound) {
  const ms = await page.evaluate((file) => window.ears.answer(file), sound);
  answers.push(ms);
  await page.evaluate(() => window.ears.quiet(1.2));
  return ms;
}

while (answers.length < asking) {
  await call(async (page) => {
    for (let n = 0; n < TURNS_PER_CALL && answers.length < asking; n++) {
      await turn(page, questions[answers.length % questions.length]);
    }
  });
}
for (let n = 0; answers.length < Number(turns); n++) {
  await call(async (page) => {
    await turn(page, bookings[n % bookings.length]);
    for (let step = await asked(page); step && answers.length < Number(turns); ) {
      const ways = sounds(step);
      const ms = await turn(page, ways[answers.length % ways.length]);
      const next = await asked(page);
      if (next !== step) {
        completing.push(ms);
        byStep.set(step, [...(byStep.get(step) ?? []), ms]);
      }
      step = next;
    }
  });
}
for (let n = 0; n < Number(interrupted); n++) {
  await call(async (page) => {
    const pair = [questions[n % questions.length], interruptions[n % interruptions.length]];
    silences.push(await page.evaluate(([q, i]) => window.ears.bargeIn(q, i), pair));
  });
}
await browser.close();

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]?.toFixed(0);
const tell = (name, values) => {
  console.log(`${name}: n=${values.length}, p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms, max ${at(values, 1)} ms`);
};
tell('voice to voice', answers);
tell('of these, answers that complete what was asked', completing);
for (const [step, values] of byStep) tell(`  the ${step}`, values);
tell('barge-in to silence', silences);
