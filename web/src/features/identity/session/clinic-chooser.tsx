import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { Loading } from '@/ui/feedback/spinner';
import { AccessError } from './access-error';
import { sessionQuery, type Session } from './queries';
import { NOT_SIGNED_IN, SECURITY_PAGE } from './words';

export interface ClinicChooserProps {
  /** What a user of several practices, or of none yet, sees. */
  children: (session: Session) => ReactNode;
}

/** The way on after the login: someone of one practice goes straight to it. */
export function ClinicChooser({ children }: ClinicChooserProps) {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Loading>Loading dashboard...</Loading>;
  if (session.isError) {
    const retry = isWorthRetrying(session.error) ? () => void session.refetch() : undefined;
    return <AccessError message={reasonOf(session.error, 'Failed to verify access')} onRetry={retry} />;
  }
  if (session.data.second_factor === 'required') return <AccessError message={NOT_SIGNED_IN} />;
  if (session.data.second_factor === 'enrol') return <Navigate to={SECURITY_PAGE} replace />;
  const [first, ...others] = session.data.clinics;
  if (first && others.length === 0) return <Navigate to={`/dashboard/${first.slug}`} replace />;
  return children(session.data);
}
