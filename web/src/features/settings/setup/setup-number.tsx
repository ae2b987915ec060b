import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import type { PartProps } from '../parts/part';
import type { Setup } from '../queries';
import { setupQuery } from '../setup-query';

/** The practice's phone numbers, which anyone who runs Mia assigns. */
export function SetupNumber({ slug }: PartProps) {
  const setup = useQuery(setupQuery(slug));
  return (
    <Section title="Phone numbers" note="Mia texts, calls and answers on these numbers.">
      <Loaded query={setup} waiting="Loading the numbers" rows={2} explain={explain('Couldn’t load the numbers.')}>
        {({ numbers }) => (numbers.length > 0 ? <Numbers numbers={numbers} /> : <NoNumber slug={slug} />)}
      </Loaded>
    </Section>
  );
}

function Numbers({ numbers }: Pick<Setup, 'numbers'>) {
  return (
    <ul className="border-t border-line">
      {numbers.map(({ number, label, texts, calls, active }) => (
        <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
          <span className="font-medium">{number}</span>
          <span className="text-slate">{[label, uses({ texts, calls, active })].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

function uses({ texts, calls, active }: { texts: boolean; calls: boolean; active: boolean }): string {
  if (!active) return 'Not in use';
  return [texts && 'Texts', calls && 'Calls'].filter(Boolean).join(' and ');
}

function NoNumber({ slug }: { slug: string }) {
  return (
    <div className="grid gap-3 border-t border-line px-5 py-6 sm:px-6">
      <p>You don’t have a number yet, so Mia can’t text or take phone calls. She still answers on your website.</p>
      <p className="text-slate">Your server administrator can add a number from the carrier account:</p>
      <pre className="rounded-xl bg-mist px-4 py-3 text-sm break-all whitespace-pre-wrap">
        <code>mia number add --clinic {slug} +13055550100</code>
      </pre>
    </div>
  );
}
