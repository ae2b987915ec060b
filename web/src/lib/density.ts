/** How much room rows take. */
export type Density = 'compact' | 'comfortable';

const KEY = 'mia.density';

type Chosen = Record<string, Density>;

/** What a person chose on this device; compact unless they did. People who share a device keep a choice each. */
export function densityOf(person: string): Density {
  return chosen()[person] === 'comfortable' ? 'comfortable' : 'compact';
}

/** Keeps a person's choice on this device. */
export function chooseDensity(person: string, density: Density): void {
  write(JSON.stringify({ ...chosen(), [person]: density }));
}

/** Everyone's choices, to be kept once more after a sign-out had the browser clear its storage. */
export function holdDensities(): () => void {
  const kept = read();
  return () => {
    if (kept) write(kept);
  };
}

function chosen(): Chosen {
  try {
    return (JSON.parse(read() ?? '{}') ?? {}) as Chosen;
  } catch {
    return {}; // someone else's words under this name
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is blocked: compact
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
}
