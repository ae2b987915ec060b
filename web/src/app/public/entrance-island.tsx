import { hydrateRoot } from 'react-dom/client';
import { FirstRunFlow } from '@/features/access/entrance/first-run-flow';
import { InviteFlow } from '@/features/access/entrance/invite-flow';
import { ResetFlow } from '@/features/access/entrance/reset-flow';
import type { LetterLink } from '@/lib/letter-link';

const goTo = (path: string) => location.replace(path);

/** Makes `/reset-password` work with what the link of the email carried. */
export function bringResetToLife(place: Element, link: LetterLink): void {
  hydrateRoot(place, <ResetFlow goTo={goTo} link={link} />);
}

/** Makes `/accept-invite` work with what the link of the email carried. */
export function bringInviteToLife(place: Element, link: LetterLink): void {
  hydrateRoot(place, <InviteFlow goTo={goTo} link={link} />);
}

/** Makes `/first-run` work. */
export function bringFirstRunToLife(place: Element): void {
  hydrateRoot(place, <FirstRunFlow goTo={goTo} alive />);
}
