import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { inClinic } from '@/api/queries';

/** Plays what Mia says, one at a time. */
export class Player {
  #now: HTMLAudioElement | undefined;

  async play(sound: Blob): Promise<void> {
    this.stop();
    const url = URL.createObjectURL(sound);
    const audio = new Audio(url);
    this.#now = audio;
    audio.addEventListener('ended', () => URL.revokeObjectURL(url), { once: true });
    await audio.play();
  }

  stop(): void {
    this.#now?.pause();
    this.#now = undefined;
  }
}

/** How Mia says a few words, with a change that is not saved. */
export async function speechOf(slug: string, body: Schemas['SpeechIn']): Promise<Blob> {
  const sound = await answer(api.POST('/api/clinics/{slug}/mia-speech', { ...inClinic(slug), body, parseAs: 'blob' }));
  return sound as unknown as Blob;
}

type Pronunciation = Schemas['PronunciationValue'];

/** The list after someone has written how a name is said; nothing written takes it off. */
export function saidAs(list: readonly Pronunciation[], written: string, said: string): Pronunciation[] {
  if (!said) return list.filter((one) => one.written !== written);
  const known = list.some((one) => one.written === written);
  return known
    ? list.map((one) => (one.written === written ? { written, said_as: said } : one))
    : [...list, { written, said_as: said }];
}
