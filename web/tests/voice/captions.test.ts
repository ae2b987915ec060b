import { describe, expect, it } from 'vitest';
import { addCaption, type Caption, type CaptionEvent } from '@/lib/captions';

const heard = (who: Caption['who'], text: string, final = true): CaptionEvent => ({ kind: 'heard', who, text, final });
const typed = (text: string): CaptionEvent => ({ kind: 'typed', text });
const after = (...events: CaptionEvent[]) =>
  events.reduce<Caption[]>(addCaption, []).map(({ who, text, partial }) => [who, text, partial]);

describe('captions', () => {
  it('replace what is still being recognised', () => {
    expect(after(heard('you', 'I want', false), heard('you', 'I want to book', false))).toEqual([
      ['you', '', 'I want to book'],
    ]);
    expect(after(heard('you', 'I want', false), heard('you', 'I want to book.'))).toEqual([
      ['you', 'I want to book.', ''],
    ]);
  });

  it('join the sentences of one turn, and part the speakers', () => {
    expect(after(heard('mia', 'Hello.'), heard('mia', 'How can I help?'), heard('you', 'Hi.'))).toEqual([
      ['mia', 'Hello. How can I help?', ''],
      ['you', 'Hi.', ''],
    ]);
  });

  it('put the end of an interrupted sentence before the interruption', () => {
    const start = [heard('mia', 'Hello.'), heard('you', 'Wait', false), heard('mia', 'How')];
    expect(after(...start)).toEqual([
      ['mia', 'Hello. How', ''],
      ['you', '', 'Wait'],
    ]);
    expect(after(...start, heard('you', 'Wait, please.'))).toEqual([
      ['mia', 'Hello. How', ''],
      ['you', 'Wait, please.', ''],
    ]);
  });

  it('drop a partial that never became final once Mia goes on', () => {
    const cough = [heard('mia', 'We open'), heard('you', 'uh', false), heard('mia', 'at nine.')];
    expect(after(...cough, heard('mia', 'On Saturday at ten.'))).toEqual([
      ['mia', 'We open at nine. On Saturday at ten.', ''],
    ]);
  });

  it('do not repeat typed text that the service echoes', () => {
    expect(after(typed('Friday, please!'), heard('you', 'Friday please'))).toEqual([['you', 'Friday, please!', '']]);
  });

  it('give every turn an id of its own', () => {
    const all = [heard('you', 'a'), heard('mia', 'b'), typed('c'), typed('d')].reduce<Caption[]>(addCaption, []);
    expect(new Set(all.map((caption) => caption.id)).size).toBe(4);
  });
});
