import { dollars, whole } from '@/lib/figures';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import type { Conversion, RebookingAnalytics } from './queries';

const CHANNELS: Record<string, string> = { call: 'Call', sms: 'Text', email: 'Email' };
const WORDINGS: Record<string, string> = { due: '“You’re due for a visit”', plan: '“Plan your next visit”' };
const COLUMNS = ['Contacted', 'Answered', 'Booked', 'Share', 'Value'];

/** What contacts by Mia brought, by channel and by what they said. */
export function Conversions({ channels, messages }: Pick<RebookingAnalytics, 'channels' | 'messages'>) {
  return (
    <Section title="Outreach results" note="Bookings within 14 days after Mia’s outreach, at list price">
      {channels.length === 0 ? (
        <EmptyNote title="No outreach in this period">Start calls and messages from the Patient Rebooking Center.</EmptyNote>
      ) : (
        <>
          <ConversionTable caption="By channel" rows={channels} nameOf={channelName} />
          <ConversionTable caption="By message" rows={messages} nameOf={messageName} />
        </>
      )}
    </Section>
  );
}

const channelName = ({ channel }: Conversion) => CHANNELS[channel] ?? channel;
const messageName = (row: Conversion) => `${channelName(row)}: ${WORDINGS[row.wording ?? ''] ?? 'Other'}`;

interface ConversionTableProps {
  caption: string;
  rows: readonly Conversion[];
  nameOf: (row: Conversion) => string;
}

function ConversionTable({ caption, rows, nameOf }: ConversionTableProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className="scroll-calm overflow-x-auto border-t border-line" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full min-w-xl text-left tabular-nums">
        <caption className="px-5 pt-4 pb-1 text-left font-semibold sm:px-6">{caption}</caption>
        <thead className="text-[0.9375rem] text-slate">
          <tr>
            <th scope="col" className="py-2 pl-5 font-medium sm:pl-6">
              <span className="sr-only">Outreach</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="py-2 pr-5 text-right font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)} className="border-t border-line">
              <th scope="row" className="py-3 pr-4 pl-5 font-medium sm:pl-6">
                {nameOf(row)}
              </th>
              <td className="py-3 pr-5 text-right">{whole(row.contacted)}</td>
              <td className="py-3 pr-5 text-right">{whole(row.answered)}</td>
              <td className="py-3 pr-5 text-right">{whole(row.booked)}</td>
              <td className="py-3 pr-5 text-right">{Math.round((row.booked / row.contacted) * 100)}%</td>
              <td className="py-3 pr-5 text-right">{dollars(row.value_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
