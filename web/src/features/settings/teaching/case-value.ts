import type { CaseValue } from './queries';

const LONGEST_PHRASE = 200;

/** The case without empty lines and phrases. */
export function trimmed(value: CaseValue): CaseValue {
  return {
    ...value,
    should: value.should.trim(),
    lines: value.lines.map((line) => ({ ...line, text: line.text.trim() })).filter(({ text }) => text !== ''),
    hears: phrases(value.hears),
    never: phrases(value.never),
  };
}

/** What keeps a case from being saved, by field. */
export function faultsOf(typed: CaseValue): Record<string, string> {
  const faults: Record<string, string> = {};
  const value = trimmed(typed);
  if (value.should === '') faults['should'] = 'Say what should have happened.';
  if (!value.lines.some(({ role }) => role === 'user')) faults['lines'] = 'Keep at least one line of the patient.';
  for (const field of ['hears', 'never'] as const) {
    typed[field].forEach((phrase, place) => {
      if (phrase.trim().length > LONGEST_PHRASE) faults[`${field}.${place}`] = `Use ${LONGEST_PHRASE} characters or fewer.`;
    });
  }
  return faults;
}

function phrases(value: readonly string[]): string[] {
  return value.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');
}
