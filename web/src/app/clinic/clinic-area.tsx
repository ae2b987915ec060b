import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { ClinicGate } from '@/features/identity/session/clinic-gate';
import { sessionQuery } from '@/features/identity/session/queries';
import type { Area } from './area';
import { PageTitle } from '@/features/shell/page-title';
import { Card } from '@/ui/card';
import { DeniedNote } from '@/ui/feedback/loaded';
import { ClinicFrame } from './clinic-frame';
import { closedAt } from './places';

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
  const closed = closedAt(clinic, useLocation().pathname);
  const area = useMemo(() => ({ session, clinic }), [session, clinic]);
  return (
    <ClinicFrame {...area}>
      {closed ? <Closed label={closed} /> : <Outlet context={area} />}
    </ClinicFrame>
  );
}

/** A page that the reader's role does not open, come upon by its address. */
function Closed({ label }: { label: string }) {
  return (
    <>
      <PageTitle title={label} />
      <Card>
        <DeniedNote>Your role does not allow this.</DeniedNote>
      </Card>
    </>
  );
}
