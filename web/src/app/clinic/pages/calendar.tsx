import { Calendar } from '@/features/schedule/calendar/calendar';
import { PageTitle } from '@/features/shell/page-title';
import { useArea } from '../area';

/** `/dashboard/{clinic}/calendar`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Calendar · ${name}`}</title>
      <PageTitle title="Calendar" note="Who is seen when, where and by which provider. Mia’s bookings appear automatically." />
      <Calendar key={slug} slug={slug} timeZone={timezone} mayWrite={permissions.includes('appointments.write')} />
    </>
  );
}
