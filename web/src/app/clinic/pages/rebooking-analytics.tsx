import { RebookingPage } from '@/features/recalls/analytics/rebooking-page';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/rebooking-analytics`. */
export function Component() {
  const { slug, name, timezone } = useArea().clinic;
  return (
    <>
      <title>{`Rebooking Analytics · ${name}`}</title>
      <PageTitle title="Rebooking Analytics" note="Who’s due, what they’re worth, and what outreach works." />
      <RebookingPage slug={slug} timeZone={timezone} />
    </>
  );
}
