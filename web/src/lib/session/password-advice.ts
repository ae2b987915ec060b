/** The fewest characters of a password (spec §9). */
export const SHORTEST_PASSWORD = 8;

/** What is said of a password with fewer (spec §5). */
export const TOO_SHORT = 'Password must be at least 8 characters long';

/** From this length on, a password that does not repeat itself is good for years (NIST SP 800-63B-4 asks for 15 alone). */
const LONG = 15;

/** What guessers try first, besides the dates and names of the person. */
const STEMS = ['password', 'passwort', 'qwerty', 'letmein', 'welcome', 'admin', 'clinic', 'medspa'];

export interface PasswordAdvice {
  /** How much of the meter is filled: 0 nothing, 1 weak, 2 fair, 3 strong. */
  strength: 0 | 1 | 2 | 3;
  /** One line for the reader; empty while there is no password. */
  text: string;
}

/** Characters, as people count them. */
export function lengthOf(password: string): number {
  return [...password].length;
}

/**
 * Advice on a password while it is typed. The server has the last word, with its list of common passwords.
 *
 * @param about what others know of the person (name, email address, practice): its parts make a password weak
 */
export function passwordAdvice(password: string, about: readonly string[] = []): PasswordAdvice {
  const length = lengthOf(password);
  if (length === 0) return { strength: 0, text: '' };
  if (length < SHORTEST_PASSWORD) return { strength: 1, text: 'Too short: at least 8 characters' };
  const lower = password.toLowerCase();
  if (partsOf(about).some((part) => lower.includes(part))) {
    return { strength: 1, text: 'Weak: others know this name or address' };
  }
  if (STEMS.some((stem) => lower.includes(stem))) return { strength: 1, text: 'Weak: these words are among the first guessed' };
  const fresh = surprises(lower);
  if (fresh < length / 2 || fresh < SHORTEST_PASSWORD - 1) {
    return { strength: 1, text: 'Weak: repeats and sequences such as 1234 are easy to guess' };
  }
  if (length < LONG) return { strength: 2, text: 'Fair: add one more word to make it strong' };
  return { strength: 3, text: 'Strong' };
}

/** How many characters neither repeat the one before nor follow it in a row, up or down. */
function surprises(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, i) => i === 0 || Math.abs(code - (codes[i - 1] ?? 0)) > 1).length;
}

function partsOf(about: readonly string[]): string[] {
  return about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 3);
}
