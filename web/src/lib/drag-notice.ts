/** Whether patients are told when their visit is dragged elsewhere, as it was chosen on this device; null to be asked. */
const KEY = 'mia.tell-when-dragged';

export function tellWhenDragged(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === 'yes';
  } catch {
    return null; // storage is blocked: asked each time
  }
}

export function keepTellWhenDragged(tell: boolean | null): void {
  try {
    if (tell === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tell ? 'yes' : 'no');
  } catch {
    // storage is blocked: asked again the next time
  }
}
