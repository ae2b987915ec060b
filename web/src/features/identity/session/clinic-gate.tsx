import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ApiError, isWorthRetrying, reasonOf } from '@/api/answer';
import { Loading } from '@/ui/feedback/spinner';
import { AccessError } from './access-error';
import { clinicQuery, sessionQuery, type Clinic, type Session } from './queries';
import { SECURITY_PAGE } from './words';

/** Said when no one could tell whether the reader may enter (spec §8). */
const UNVERIFIED = 'Failed to verify access';

/** The problem of a clinic that asks for a second factor, which the reader has yet to set up. */
const ENROLMENT = 'second-factor-enrolment';

export interface ClinicGateProps {
  slug: string;
  children: (inside: { session: Session; clinic: Clinic }) => ReactNode;
}

/** Lets in those whom the server lets in; to the others it shows the server's reason. */
export function ClinicGate({ slug, children }: ClinicGateProps) {
  const session = useQuery(sessionQuery);
  const clinic = useQuery(clinicQuery(slug));
  if (session.data && clinic.data) return children({ session: session.data, clinic: clinic.data });

  if (clinic.error instanceof ApiError && clinic.error.kind === ENROLMENT) return <Navigate to={SECURITY_PAGE} replace />;
  const error = clinic.error ?? session.error;
  // A 401 is on its way to the login already.
  if (!error || (error instanceof ApiError && error.status === 401)) return <Loading>Loading dashboard...</Loading>;
  const retry = () => void Promise.all([session.refetch(), clinic.refetch()]);
  return <AccessError message={reasonOf(error, UNVERIFIED)} onRetry={isWorthRetrying(error) ? retry : undefined} />;
}
