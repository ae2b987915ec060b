const KEY = 'mia.motion';

/** True when nothing should move: the reader's system says so, or the page's own control does. */
export function isStill(): boolean {
  const paused = document.documentElement.dataset['motion'] === 'paused';
  return paused || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The Pause motion control (WCAG 2.2.2). The choice is remembered on this device. */
export function watchMotionToggle(toggle: HTMLElement): void {
  const pause = (paused: boolean) => {
    document.documentElement.dataset['motion'] = paused ? 'paused' : 'running';
    toggle.setAttribute('aria-pressed', String(paused));
    document.dispatchEvent(new Event('motionchange'));
  };
  if (recall() === 'paused') pause(true);
  toggle.addEventListener('click', () => {
    const paused = !(document.documentElement.dataset['motion'] === 'paused');
    pause(paused);
    remember(paused ? 'paused' : 'running');
  });
}

/** Stops what moves while it is out of sight. */
export function pauseOutOfSight(elements: Iterable<Element>): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.toggleAttribute('data-out-of-sight', !isIntersecting);
  });
  for (const element of elements) observer.observe(element);
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is blocked: the choice lasts as long as the page
  }
}

function remember(choice: string): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
}
