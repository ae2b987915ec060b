import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { explain } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import type { PartProps } from './part';
import { planQuery } from '../queries';
import { count } from '../words';

const CHANNELS: Record<string, string> = { web_call: 'Web calls', web_chat: 'Web chats', phone: 'Phone calls', sms: 'Texts', email: 'Emails' };

/** What the plan includes, and what of it is used. */
export function PlanPart({ slug }: PartProps) {
  const query = useQuery(planQuery(slug));
  return (
    <Section title="Plan">
      <Loaded query={query} waiting="Loading the plan" explain={explain('Couldn’t load the plan.')}>
        {(plan) => (
          <div className="grid gap-8 border-t border-line px-5 py-6 sm:px-6 md:grid-cols-2">
            <div>
              <p className="font-display text-2xl font-medium">{plan.name}</p>
              <p className="mt-1 text-slate">Everything included, no limits.</p>
              <ul className="mt-4 grid gap-2">
                {plan.features.map((feature) => (
                  <li key={feature} className="flex items-start gap-2">
                    <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-good" />
                    {feature}
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <h3 className="font-semibold">Usage</h3>
              <p className="mt-2">
                {[
                  count(plan.locations, 'location'),
                  count(plan.providers, 'provider'),
                  count(plan.rooms, 'room'),
                  count(plan.services, 'service'),
                ].join(', ')}
              </p>
              <h3 className="mt-6 font-semibold">Incoming contacts in the last {plan.days} days</h3>
              <dl className="mt-2 grid gap-1">
                {Object.entries(plan.contacts).map(([channel, number]) => (
                  <div key={channel} className="flex justify-between gap-6">
                    <dt>{CHANNELS[channel] ?? channel}</dt>
                    <dd className="tabular-nums">{number.toLocaleString('en-US')}</dd>
                  </div>
                ))}
              </dl>
              {Object.keys(plan.contacts).length === 0 && <p className="text-slate">None yet.</p>}
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
