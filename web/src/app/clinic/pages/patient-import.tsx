import { ImportPage } from '@/features/patients/imports/import-page';
import { StepUpProvider, useStepUp } from '@/features/identity/security/step-up';
import { PageTitle } from '@/features/shell/page-title';
import { Card } from '@/ui/card';
import { DeniedNote } from '@/ui/feedback/loaded';
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
  if (!permissions.includes('patients.import')) {
    return (
      <Card>
        <DeniedNote>Your role can’t import patients. Ask an administrator of your clinic.</DeniedNote>
      </Card>
    );
  }
  return <ImportPage slug={slug} timeZone={timezone} confirmed={permissions.includes('patients.export') ? confirmed : undefined} />;
}
