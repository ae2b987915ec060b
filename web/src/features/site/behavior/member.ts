import { hasSignedInHint, onSignedInElsewhere, setSignedInHint } from '@/lib/session/signed-in-hint';
import { onSignedOutElsewhere } from '@/lib/session/signed-out-news';

interface Member {
  user: { email: string };
  home: string | null;
}

/** Greets a member, and follows sign-ins and sign-outs in the other tabs of this browser (spec §4). */
export function watchMember(page: Document = document): void {
  void greetMember(page);
  onSignedInElsewhere(() => void greetMember(page));
  onSignedOutElsewhere(() => showHeader(page, null));
}

/**
 * Turns the header round for a reader who is signed in, and takes them from the landing page to their clinic
 * (spec §2). Stays silent for everyone else, and asks the server only where someone has signed in before.
 */
export async function greetMember(page: Document = document): Promise<void> {
  if (!hasSignedInHint()) return;
  const member = await readMember();
  if (!member) return;
  const { location } = page.defaultView!;
  if (location.pathname === '/' && member.home) {
    location.replace(member.home);
    return;
  }
  showHeader(page, member);
}

function showHeader(page: Document, member: Member | null): void {
  const visitorPart = page.querySelector<HTMLElement>('[data-for-visitor]');
  const memberPart = page.querySelector<HTMLElement>('[data-for-member]');
  const greeting = page.querySelector('[data-member-greeting]');
  const logout = page.querySelector<HTMLElement>('[data-logout]');
  if (!visitorPart || !memberPart || !greeting || !logout) return;
  greeting.textContent = member && `Welcome ${member.user.email}`;
  visitorPart.hidden = member !== null;
  memberPart.hidden = member === null;
  logout.onclick = () => void logOut(page.defaultView!.location);
}

async function readMember(): Promise<Member | null> {
  const answer = await fetch('/api/session', { credentials: 'same-origin' }).catch(() => null);
  if (answer?.status === 401) setSignedInHint(false);
  return answer?.ok ? ((await answer.json()) as Member) : null;
}

/** Signs out, then loads the landing page again, so that nothing of the session stays in memory. */
async function logOut(location: Location): Promise<void> {
  const answer = await fetch('/api/session', { method: 'DELETE', credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok && answer?.status !== 401) return;
  setSignedInHint(false);
  location.assign('/');
}
