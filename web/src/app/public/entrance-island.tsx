import { hydrateRoot } from 'react-dom/client';
import { FirstRunFlow } from '@/features/identity/entrance/first-run-flow';
import { InviteFlow } from '@/features/identity/entrance/invite-flow';
import { ResetFlow } from '@/features/identity/entrance/reset-flow';
import type { EmailLink } from '@/lib/session/email-link';

const goTo = (path: string) => location.replace(path);

/** Makes `/reset-password` work with what the link of the email carried. */
export function bringResetToLife(place: Element, link: EmailLink): void {
  hydrateRoot(place, <ResetFlow goTo={goTo} link={link} />);
}

/** Makes `/accept-invite` work with what the link of the email carried. */
export function bringInviteToLife(place: Element, link: EmailLink): void {
  hydrateRoot(place, <InviteFlow goTo={goTo} link={link} />);
}

/** Makes `/first-run` work. */
export function bringFirstRunToLife(place: Element): void {
  hydrateRoot(place, <FirstRunFlow goTo={goTo} alive />);
}
