import { Button } from '@/ui/buttons/button';
import { whyNot } from '../contact/verdict';
import type { BulkItem } from '../queries';

export interface SeveralResultProps {
  items: readonly BulkItem[];
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
export function SeveralResult({ items, timeZone, onDone }: SeveralResultProps) {
  return (
    <div className="grid gap-5">
      <p role="status" className="font-display text-2xl leading-tight font-medium">
        {PARTS.map(({ outcome, title }) => `${countOf(items, outcome)} ${title.toLowerCase()}`).join(', ')}
      </p>
      {PARTS.map(({ outcome, title }) => {
        const some = items.filter(({ decision }) => decision.outcome === outcome);
        return (
          some.length > 0 && (
            <section key={outcome} aria-label={title} className="grid gap-1">
              <h3 className="font-semibold">{title}</h3>
              <ul className="grid gap-1.5">
                {some.map(({ patient_id: id, name, decision }) => (
                  <li key={id}>
                    {name}
                    {outcome !== 'allow' && <span className="block text-sm text-slate">{whyNot(decision, null, timeZone)}</span>}
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

const countOf = (items: readonly BulkItem[], outcome: Outcome) => items.filter(({ decision }) => decision.outcome === outcome).length;
