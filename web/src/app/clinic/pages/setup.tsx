import { Navigate, useParams } from 'react-router';
import { SetupPage, STEP_NAMES } from '@/features/settings/setup/setup-page';
import { PageTitle } from '@/features/shell/page-title';
import { DeniedNote } from '@/ui/feedback/loaded';
import { useArea } from '../area';

/** `/dashboard/{clinic}/setup/{step}`: from an empty practice to a first call with Mia. */
export function Component() {
  const { step } = useParams();
  const { slug, name, timezone, permissions } = useArea().clinic;
  const known = STEP_NAMES.find((one) => one === step);
  if (step !== undefined && !known) return <Navigate to={`/dashboard/${slug}/setup`} replace />;
  return (
    <>
      <title>{`Setup · ${name}`}</title>
      <PageTitle title={`Set up ${name}`} note="Takes about 15 minutes. Each step is saved as you go." />
      {permissions.includes('clinic.manage') ? (
        <SetupPage slug={slug} timeZone={timezone} step={known} />
      ) : (
        <DeniedNote>Only owners and managers can set up the practice.</DeniedNote>
      )}
    </>
  );
}
