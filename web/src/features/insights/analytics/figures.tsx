import { StatCard } from '@/ui/stat-card';
import type { Analytics } from './queries';
import { percentOr, roundDollars, secondsOr, starsOr, whole } from './words';

type Numbers = Analytics['figures'];

/** The seven figures (spec §2), each with how it was in as many days before. */
export function Figures({ figures, before, busy }: { figures: Numbers | undefined; before?: Numbers | undefined; busy: boolean }) {
  const card = <Name extends keyof Numbers>(name: Name, label: string, words: (value: Numbers[Name]) => string, note: string) => (
    <StatCard
      label={label}
      value={figures && words(figures[name])}
      note={
        <>
          {note}
          {figures && before && <Change now={figures[name]} before={before[name]} words={words} />}
        </>
      }
    />
  );
  return (
    <dl className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:gap-4 lg:grid-cols-4" aria-busy={busy}>
      {card('patients_rebooked', 'Patients Rebooked', whole, 'booked within 14 days of a message or call by Mia')}
      {card('revenue_cents', 'Revenue Retained', roundDollars, 'list price of those bookings')}
      {card('retention_percent', 'Retention', percentOr, figures ? `Industry average ${figures.industry_percent}%` : '')}
      {card('response_seconds', 'Response Time', secondsOr, 'median until Mia’s first response')}
      {card('booking_percent', 'Booking Rate', percentOr, 'of those who asked for a visit')}
      {card('satisfaction', 'Satisfaction', starsOr, 'mean rating of visits and calls')}
      {card('savings_cents', 'Savings', roundDollars, 'front-desk time Mia saved')}
    </dl>
  );
}

interface ChangeProps<Value> {
  now: Value;
  before: Value;
  words: (value: Value) => string;
}

/** How a figure was before, where both can be told. */
function Change<Value extends number | null>({ now, before, words }: ChangeProps<Value>) {
  if (now === null || before === null) return null;
  const same = words(now) === words(before);
  return <span className="block font-semibold">{same ? 'Same as before' : `${now > before ? 'Up' : 'Down'} from ${words(before)}`}</span>;
}
