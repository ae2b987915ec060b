import { watchBookingFrame } from './booking-frame';
import { watchFilm } from './film-player';
import { watchHeader, watchLogo } from './header-behaviour';
import { watchMember } from './member';
import { pauseOutOfSight, watchMotionToggle } from './motion';
import { watchTabs } from './tabs';
import { rotateWords } from './word-rotator';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Gives a prerendered page its behaviour. Each part is optional: a page has what its markup has. */
export function enhanceSite(): void {
  const header = find('[data-site-header]');
  if (header) watchHeader(header);
  const logo = find('[data-site-logo]');
  if (logo) watchLogo(logo);
  const toggle = find('[data-motion-toggle]');
  if (toggle) watchMotionToggle(toggle);
  const words = find('[data-words]');
  if (words) rotateWords(words, find('[data-words-said]'));
  pauseOutOfSight(document.querySelectorAll('[data-moving]'));
  for (const tabs of document.querySelectorAll<HTMLElement>('[data-tabs]')) watchTabs(tabs);
  for (const film of document.querySelectorAll<HTMLElement>('[data-film]')) watchFilm(film);
  const calendar = find('[data-booking-frame]');
  if (calendar instanceof HTMLIFrameElement) watchBookingFrame(calendar);
  const toTop = find('[data-to-top]');
  toTop?.addEventListener('click', () => scrollTo({ top: 0, behavior: 'smooth' }));
  watchMember();
}
