import { CopyCheck, FileUp, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ExportButton } from '@/features/patients/imports/export-button';
import { PairsDrawer } from '@/features/patients/duplicate-pairs';
import { FILTER_NAMES } from '@/features/patients/filters';
import { AddDialog } from '@/features/patients/patient-dialog';
import { PatientList } from '@/features/patients/patients-page';
import { StepUpProvider, useStepUp } from '@/features/identity/security/step-up';
import { PageTitle } from '@/features/shell/page-title';
import { SavedViews } from '@/features/shell/views/saved-views';
import { classNames } from '@/lib/class-names';
import { Button, buttonClass, ICON_ON_PHONE } from '@/ui/buttons/button';
import { useArea } from '../area';
import { TITLES } from '../titles';

/** `/dashboard/{clinic}/patients`. */
export function Component() {
  return (
    <StepUpProvider why="This file contains patient data. Confirm it’s you before exporting.">
      <Patients />
    </StepUpProvider>
  );
}

function Patients() {
  const { clinic, session } = useArea();
  const { slug, name, timezone, permissions } = clinic;
  const [open, setOpen] = useState<'add' | 'pairs'>();
  const navigate = useNavigate();
  const confirmed = useStepUp();
  const mayWrite = permissions.includes('patients.write');
  const mayExport = permissions.includes('patients.export');
  const close = () => setOpen(undefined);
  return (
    <>
      <title>{`Patient Management · ${name}`}</title>
      <PageTitle {...TITLES.patients}>
        <div className="flex gap-2 max-sm:w-full sm:gap-3">
          <Button variant="secondary" onClick={() => setOpen('pairs')} title="Duplicates" className={ICON_ON_PHONE}>
            <CopyCheck aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">Duplicates</span>
          </Button>
          {permissions.includes('patients.import') && (
            <Link to={`/dashboard/${slug}/patients/import`} title="Import" className={classNames(buttonClass('secondary'), ICON_ON_PHONE)}>
              <FileUp aria-hidden="true" className="size-4.5" />
              <span className="max-sm:sr-only">Import</span>
            </Link>
          )}
          {mayExport && <ExportButton slug={slug} confirmed={confirmed} />}
          {mayWrite && (
            <Button onClick={() => setOpen('add')} className="max-sm:flex-1">
              <UserPlus aria-hidden="true" className="size-4.5" />
              Add a patient
            </Button>
          )}
        </div>
      </PageTitle>
      <PatientList
        slug={slug}
        person={session.user.id}
        timeZone={timezone}
        mayWrite={mayWrite}
        onAdd={() => setOpen('add')}
        {...(mayExport && {
          actions: (picked: readonly string[]) => <ExportButton slug={slug} picked={picked} confirmed={confirmed} />,
        })}
        views={<Views slug={slug} mayTidy={permissions.includes('clinic.manage')} />}
      />
      <PairsDrawer slug={slug} mayWrite={mayWrite} open={open === 'pairs'} onClose={close} />
      <AddDialog
        slug={slug}
        open={open === 'add'}
        onClose={close}
        onAdded={(id) => void navigate(`/dashboard/${slug}/patients/${id}`)}
      />
    </>
  );
}

function Views(props: { slug: string; mayTidy: boolean }) {
  return <SavedViews inline page="patients" names={FILTER_NAMES} resets={['page']} {...props} />;
}
