import { ImportPage } from '@/features/patients/imports/import-page';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/patients/import`. */
export function Component() {
  const { slug, name, timezone } = useArea().clinic;
  return (
    <>
      <title>{`Import patients · ${name}`}</title>
      <PageTitle title="Import patients" note="Import from your previous software so Mia knows who is due." />
      <ImportPage slug={slug} timeZone={timezone} />
    </>
  );
}
