import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError, isWorthRetrying, reasonOf } from '@/api/answer';
import { AccessError } from '@/features/identity/session/access-error';
import { LogoutButton } from '@/features/identity/session/logout-button';
import { sessionQuery } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { ClientAnalytics } from '@/features/insights/analytics/client-analytics';
import { readFilters } from '@/features/insights/analytics/filters';
import { analyticsQuery } from '@/features/insights/analytics/queries';
import { GeneralHeader } from '@/features/shell/general-header';
import { PageFrame } from '@/features/shell/page-frame';
import { Loading } from '@/ui/feedback/spinner';

const PLAIN = readFilters(new URLSearchParams());

/** `/dashboard/client/{client}`: the analytics of a clinic of one's own, or of the demo practice. */
export function Component() {
  const slug = useParams()['client'] ?? '';
  const [params] = useSearchParams();
  const session = useQuery(sessionQuery);
  const filters = readFilters(params);
  const isNarrowed = filters.range !== PLAIN.range || filters.location !== '' || filters.service !== '';
  const analytics = useQuery(analyticsQuery(slug, filters));
  // A choice of the filters may fail; then the page stands and says so itself.
  const plain = useQuery({ ...analyticsQuery(slug, PLAIN), enabled: isNarrowed && analytics.isError });
  const first = analytics.data ?? plain.data;

  if (session.data && first) {
    return (
      <PageFrame
        header={
          <GeneralHeader
            name={first.name}
            subdomains={[slug]}
            email={session.data.user.email}
            logout={<LogoutButton left={leaveForLogin} />}
          />
        }
      >
        <title>{`${first.name} analytics · Mia`}</title>
        <BackLink to={session.data.clinics.some((clinic) => clinic.slug === slug) ? `/dashboard/${slug}` : '/dashboard'} />
        <ClientAnalytics slug={slug} first={first} />
      </PageFrame>
    );
  }
  const error = session.error ?? (isNarrowed ? plain.error : analytics.error);
  // A 401 is on its way to the login already.
  if (!error || (error instanceof ApiError && error.status === 401)) return <Loading>Loading dashboard...</Loading>;
  const retry = () => void Promise.all([session.refetch(), analytics.refetch(), plain.refetch()]);
  return (
    <AccessError
      message={reasonOf(error, 'Failed to verify access')}
      onRetry={isWorthRetrying(error) ? retry : undefined}
    />
  );
}

/** The page stands outside the clinic's frame, so it says itself how to get back. */
function BackLink({ to }: { to: string }) {
  return (
    <p className="-mb-3 print:hidden">
      <Link to={to} className="inline-flex min-h-11 items-center gap-2 font-semibold text-petrol underline-offset-4 hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Back to the dashboard
      </Link>
    </p>
  );
}
