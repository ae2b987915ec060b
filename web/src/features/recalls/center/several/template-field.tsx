import { classNames } from '@/lib/class-names';
import { TextArea } from '@/ui/fields/text-area';
import { whyNot } from '../contact/verdict';
import type { Preview } from '../queries';

/** Letters that staff may write in place of the body of an email; a text has less room, which the server checks once it is filled in. */
const LONGEST = 2_000;

export interface TemplateFieldProps {
  /** Mia's words, with what is filled in for each in braces. */
  usual: string;
  /** What staff writes instead; null for Mia's. */
  own: string | null;
  onChange: (own: string | null) => void;
}

/** The message to several, with gaps that are filled in for each. */
export function TemplateField({ usual, own, onChange }: TemplateFieldProps) {
  return (
    <div className="mt-5 grid gap-2">
      <TextArea
        label="Message"
        value={own ?? usual}
        onChange={(event) => onChange(event.target.value === usual ? null : event.target.value)}
        maxLength={LONGEST}
        rows={3}
      />
      <p className="text-sm text-slate">
        {'{first name}'} and {'{reason}'} are filled in for each. Leave out treatments and prices: others may see it.
        {own !== null && (
          <>
            {' '}
            <button type="button" onClick={() => onChange(null)} className="text-petrol underline underline-offset-4">
              Use Mia’s words
            </button>
          </>
        )}
      </p>
    </div>
  );
}

export interface ExamplesProps {
  items: readonly Preview[];
  /** Of words that have been changed since. */
  stale: boolean;
  timeZone: string;
}

/** The whole message to each, as it will leave, or why it will not. */
export function Examples({ items, stale, timeZone }: ExamplesProps) {
  return (
    <section aria-label="What each gets" aria-busy={stale} className="mt-5 grid gap-2">
      <h3 className="font-medium">What each gets</h3>
      {/* A scrolling list must be reachable by keyboard. */}
      <ul
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Messages"
        className={classNames('grid max-h-56 gap-3 overflow-y-auto rounded-xl border border-line p-4', stale && 'opacity-60')}
      >
        {items.map((one) => (
          <li key={one.patient_id}>
            <p className="font-semibold">
              {one.name} <span className="font-normal text-slate">{wayOf(one)}</span>
            </p>
            {one.decision.outcome !== 'block' && <p className="text-[0.9375rem] whitespace-pre-line">{one.text}</p>}
            {one.decision.outcome !== 'allow' && (
              <p className="text-sm text-slate">{whyNot(one.decision, null, timeZone)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wayOf({ decision, channel }: Preview): string {
  if (decision.outcome === 'block') return 'gets nothing';
  const way = channel === 'sms' ? 'by text' : 'by email';
  return decision.outcome === 'defer' ? `${way}, later` : way;
}
