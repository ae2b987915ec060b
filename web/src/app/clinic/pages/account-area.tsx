import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { AccessError } from '@/features/identity/session/access-error';
import { LogoutButton } from '@/features/identity/session/logout-button';
import { sessionQuery, type Session } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { AccountHeader } from '@/features/shell/account-header';
import { PageFrame } from '@/features/shell/page-frame';
import { Loading } from '@/ui/feedback/spinner';

/** `/account` and what lies below it: the pages of a person, whichever clinics they work for. */
export function Component() {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Loading>Loading your account...</Loading>;
  if (!session.data) {
    const retry = isWorthRetrying(session.error) ? () => void session.refetch() : undefined;
    return <AccessError message={reasonOf(session.error, 'Failed to verify access')} onRetry={retry} />;
  }
  const { user } = session.data;
  return (
    <PageFrame
      header={
        <AccountHeader email={user.email} back={wayBack(session.data)} logout={<LogoutButton left={leaveForLogin} />} />
      }
    >
      <Outlet context={session.data} />
    </PageFrame>
  );
}

/** The clinic of someone who has one, the choice for someone of several; none where a second factor comes first. */
function wayBack({ clinics, home, second_factor }: Session) {
  if (home === null || second_factor === 'enrol') return null;
  const [only, ...others] = clinics;
  return { to: home, label: only && others.length === 0 ? only.name : 'Your clinics' };
}
