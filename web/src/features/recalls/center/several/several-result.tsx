import { Button } from '@/ui/buttons/button';
import { longTimestamp } from '@/lib/time/clinic-time';
import { whyNot } from '../contact/verdict';
import type { BulkItem } from '../queries';

export interface SeveralResultProps {
  items: readonly BulkItem[];
  /** When the messages are to leave, where that is not now. */
  at: string | null;
  timeZone: string;
  onDone: () => void;
}

type Outcome = BulkItem['decision']['outcome'];

const PARTS: { outcome: Outcome; title: string }[] = [
  { outcome: 'allow', title: 'Contacted' },
  { outcome: 'defer', title: 'Scheduled' },
  { outcome: 'block', title: 'Not contacted' },
];

/** Who was written to, who is later, and who is not, with the reason and when they may be. */
export function SeveralResult({ items, at, timeZone, onDone }: SeveralResultProps) {
  const those = (outcome: Outcome) => items.filter(({ decision }) => partOf(decision.outcome, at) === outcome);
  return (
    <div className="grid gap-5">
      <p role="status" className="font-display text-2xl leading-tight font-medium">
        {PARTS.map(({ outcome, title }) => `${those(outcome).length} ${title.toLowerCase()}`).join(', ')}
      </p>
      {PARTS.map(({ outcome, title }) => {
        const some = those(outcome);
        return (
          some.length > 0 && (
            <section key={outcome} aria-label={title} className="grid gap-1">
              <h3 className="font-semibold">{title}</h3>
              <ul className="grid gap-1.5">
                {some.map(({ patient_id: id, name, decision }) => (
                  <li key={id}>
                    {name}
                    {outcome !== 'allow' && (
                      <span className="block text-sm text-slate">
                        {whyNot(decision, null, timeZone) ?? (at && `Leaves ${longTimestamp(at, timeZone)}.`)}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <Button variant="secondary" onClick={onDone} className="justify-self-start">
        Done
      </Button>
    </div>
  );
}

/** Under which heading it stands: what may leave at a later time is scheduled. */
const partOf = (outcome: Outcome, at: string | null): Outcome => (outcome === 'allow' && at ? 'defer' : outcome);
