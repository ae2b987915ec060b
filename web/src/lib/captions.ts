/** One turn of the conversation as it stands on the screen. */
export interface Caption {
  id: number;
  who: 'you' | 'mia';
  text: string;
  /** What is still being recognized, after `text`; it may change. */
  partial: string;
  /** Mia finished a sentence over this partial: it is an interruption, or if it happens again, was none. */
  spokenOver?: boolean;
}

export type CaptionEvent =
  | { kind: 'heard'; who: Caption['who']; text: string; final: boolean }
  /** Typed by the visitor; the service may repeat it as a transcript. */
  | { kind: 'typed'; text: string };

/** Adds what was heard or typed to the captions; consecutive finals of one speaker are one turn. */
export function addCaption(captions: Caption[], event: CaptionEvent): Caption[] {
  if (event.kind === 'typed') return [...dropEmpty(captions), newCaption(captions, 'you', event.text, '')];
  const last = captions.at(-1);
  if (last && last.who !== event.who && event.final && !last.text) {
    const before = addCaption(captions.slice(0, -1), event);
    // The end of what was interrupted arrives after the interruption has begun, and belongs before it.
    return last.spokenOver ? before : [...before, { ...last, id: last.id + 1, spokenOver: true }];
  }
  if (last?.who !== event.who) {
    const [text, partial] = event.final ? [event.text, ''] : ['', event.text];
    return [...dropEmpty(captions), newCaption(captions, event.who, text, partial)];
  }
  if (event.final && last.who === 'you' && sameWords(last.text, event.text)) return captions;
  const text = event.final ? [last.text, event.text].filter(Boolean).join(' ') : last.text;
  return [...captions.slice(0, -1), { ...last, text, partial: event.final ? '' : event.text }];
}

/** A partial that never became final was a cough, or was undone: it goes when someone else speaks. */
function dropEmpty(captions: Caption[]): Caption[] {
  return captions.filter((caption) => caption.text).map((caption) => ({ ...caption, partial: '' }));
}

function newCaption(captions: Caption[], who: Caption['who'], text: string, partial: string): Caption {
  return { id: (captions.at(-1)?.id ?? 0) + 1, who, text, partial };
}

function sameWords(a: string, b: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();
  return plain(a) === plain(b);
}
