import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { ClinicGate } from '@/features/identity/session/clinic-gate';
import { sessionQuery } from '@/features/identity/session/queries';
import type { Area } from './area';
import { ClinicFrame } from './clinic-frame';

/** `/dashboard/{clinic}` and what lies below it: one frame, in which the pages take turns. */
export function ClinicArea() {
  const { clinic: slug = '' } = useParams();
  const session = useQuery(sessionQuery);
  // The clinic asks for a second factor that this person has not set up: nothing of it opens before.
  if (session.data?.second_factor === 'enrol') return <Navigate to="/account/security" replace />;
  return (
    <ClinicGate key={slug} slug={slug}>
      {(area) => <Inside {...area} />}
    </ClinicGate>
  );
}

function Inside({ session, clinic }: Area) {
  const area = useMemo(() => ({ session, clinic }), [session, clinic]);
  return (
    <ClinicFrame {...area}>
      <Outlet context={area} />
    </ClinicFrame>
  );
}
