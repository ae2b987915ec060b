import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import type { PartProps } from './part';
import { numbersQuery } from '../queries';

type Numbers = Schemas['NumbersOut'];

/** The phone numbers that the practice has, and what leaves from each. */
export function NumbersPart({ slug }: PartProps) {
  const query = useQuery(numbersQuery(slug));
  return (
    <Section
      title="Phone numbers"
      note="Patients text and call you on these numbers. Mia also texts and calls from them."
    >
      <Loaded query={query} waiting="Loading the phone numbers" rows={2} explain={explain('Couldn’t load phone numbers.')}>
        {(numbers) => (
          <div className="border-t border-line">
            <Missing numbers={numbers} />
            {numbers.items.length === 0 ? (
              <EmptyNote title="No phone number yet">Your administrator assigns numbers to your practice.</EmptyNote>
            ) : (
              <ul>
                {numbers.items.map((number) => (
                  <li
                    key={number.id}
                    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-4 last:border-b-0 sm:px-6"
                  >
                    <div className="min-w-0">
                      <p className="font-semibold tabular-nums">{number.number}</p>
                      {number.label && <p className="text-[0.9375rem] text-slate">{number.label}</p>}
                    </div>
                    <p className="flex flex-wrap gap-2">
                      {!number.active && <Badge tone="warn">Not in use</Badge>}
                      {number.active && number.texts && <Badge tone="good">Texts</Badge>}
                      {number.active && number.calls && <Badge tone="good">Calls</Badge>}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Missing({ numbers: { can_text, can_call } }: { numbers: Numbers }) {
  if (can_text && can_call) return null;
  const what = can_text ? 'call' : can_call ? 'text' : 'text or call';
  return (
    <p className="mx-5 mt-5 rounded-xl bg-warn-wash px-4 py-3 sm:mx-6">
      Mia cannot {what} patients because your practice has no number for it. Emails still go out.
    </p>
  );
}
