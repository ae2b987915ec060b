import { Calendar } from '@/features/schedule/calendar/calendar';
import { useArea } from '../area';

/** `/dashboard/{clinic}/calendar`. */
export function Component() {
  const { slug, name, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Calendar · ${name}`}</title>
      <h1 className="sr-only">Calendar</h1>
      <Calendar
        key={slug}
        slug={slug}
        timeZone={timezone}
        mayWrite={permissions.includes('appointments.write')}
        writesAs={permissions.includes('patients.contact') ? name : undefined}
      />
    </>
  );
}
