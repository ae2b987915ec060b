export type Theme = 'light' | 'dark';

const KEY = 'mia.theme';

/** The theme in force: the reader's choice on this device, else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Puts the choice kept on this device into force. Call it before the first paint. */
export function applyStoredTheme(): void {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === 'light' || kept === 'dark') document.documentElement.dataset['theme'] = kept;
  } catch {
    // storage is blocked: the system's theme stands
  }
}

/** Puts a theme into force and keeps it on this device. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
}

/** Keeps the choice made on this page once more, after a sign-out had the browser clear its storage. */
export function keepChosenTheme(): void {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') chooseTheme(chosen);
}
