import { UNEXPECTED } from '@/api/answer';
import { takeEmailLink } from '@/lib/session/email-link';

const load = () => import('./entrance-island');

/** Loads what makes the pages behind the links of emails work; what a link carried is taken from the address first. */
export function openEntrance(): void {
  const reset = document.querySelector('[data-reset]');
  const invite = document.querySelector('[data-invite]');
  const firstRun = document.querySelector('[data-first-run]');
  const place = reset ?? invite ?? firstRun;
  if (!place) return;

  const link = takeEmailLink();
  // Another link opened in the same tab changes the address alone: begin again with it.
  addEventListener('hashchange', () => location.reload());
  load()
    .then((island) => {
      if (reset) island.bringResetToLife(reset, link);
      else if (invite) island.bringInviteToLife(invite, link);
      else island.bringFirstRunToLife(place);
    })
    .catch(() => {
      place.textContent = UNEXPECTED;
    });
}
