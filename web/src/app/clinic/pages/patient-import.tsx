import { ImportPage } from '@/features/patients/imports/import-page';
import { StepUpProvider, useStepUp } from '@/features/identity/security/step-up';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/patients/import`. */
export function Component() {
  const { name } = useArea().clinic;
  return (
    <StepUpProvider why="This file contains patient data. Confirm it’s you before downloading.">
      <title>{`Import patients · ${name}`}</title>
      <PageTitle title="Import patients" note="Import from your previous software so Mia knows who is due." />
      <Import />
    </StepUpProvider>
  );
}

function Import() {
  const { slug, timezone, permissions } = useArea().clinic;
  const confirmed = useStepUp();
  return <ImportPage slug={slug} timeZone={timezone} confirmed={permissions.includes('patients.export') ? confirmed : undefined} />;
}
