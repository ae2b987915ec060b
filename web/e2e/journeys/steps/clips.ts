import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The recordings of callers; `make.py` beside them makes them. */
const VOICES = new URL('../../../../tests/voices/', import.meta.url);

export type VoiceName = 'ray' | 'sally' | 'joe' | 'kiyo';

interface Wordings {
  clips: Record<string, { voice: VoiceName; text: string }[]>;
}

const wordings = JSON.parse(readFileSync(new URL('wordings.json', VOICES), 'utf8')) as Wordings;

/** Something that somebody says, as text and as sound. */
export interface Clip {
  text: string;
  /** The sound file in base64. */
  sound: string;
}

/** What a voice says at a step of the conversation: its `nth` wording there, from 1 and around again. */
export function clip(step: string, voice: VoiceName, nth = 1): Clip {
  const all = wordings.clips[step] ?? [];
  const choice = all.filter((entry) => entry.voice === voice);
  const own = choice[(nth - 1) % choice.length];
  if (!own) throw new Error(`${voice} says nothing for ${step}.`);
  const file = new URL(`clips/${step}-${all.indexOf(own) + 1}.ogg`, VOICES);
  return { text: own.text, sound: readFileSync(fileURLToPath(file)).toString('base64') };
}
