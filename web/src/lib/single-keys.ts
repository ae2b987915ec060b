/**
 * Whether keys without a modifier do something. Anyone who dictates, or presses keys by accident, can switch them off
 * (WCAG 2.1.4); the choice is kept on this device.
 */
const KEY = 'mia.single-keys';

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true; // storage is blocked: as by default
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
}
