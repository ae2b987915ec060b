import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useRoomForTable } from '@/ui/hooks/use-media';

const COLUMNS = ['Run Date', 'Patients Contacted', 'Appointments Booked', 'Conversion Rate', 'Estimated Value'];

/** Rebooking Value Tracker before the first run. */
export function ValueTracker() {
  const asTable = useRoomForTable();
  return (
    <Section
      title="Rebooking Value Tracker"
      actions={
        <span className="flex flex-wrap items-center gap-3">
          <Badge>Coming Soon</Badge>
          <Button variant="secondary" disabled>
            Start New Rebooking Run
          </Button>
        </span>
      }
    >
      {asTable ? (
        <table className="w-full text-left">
          <thead className="border-y border-line text-[0.9375rem] text-slate">
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-3 py-3 font-medium first:pl-6 last:pr-6">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td colSpan={COLUMNS.length}>
                <EmptyNote title="No rebooking runs yet" />
              </td>
            </tr>
          </tbody>
        </table>
      ) : (
        <div className="border-t border-line">
          <EmptyNote title="No rebooking runs yet" />
        </div>
      )}
    </Section>
  );
}
