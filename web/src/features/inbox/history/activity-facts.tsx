import { longTimestamp, minutesAndSeconds } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { ActivityBadge, SampleMark } from './activity-badge';
import type { ActivityDetail } from './queries';

/** What is known of a contact besides what was said. */
export function ActivityFacts({ activity, timeZone }: { activity: ActivityDetail; timeZone: string }) {
  const facts = [
    ['Outcome', activity.outcome === activity.summary ? null : activity.outcome],
    ['Duration', activity.duration_seconds === null ? null : minutesAndSeconds(activity.duration_seconds)],
    ['Ended', activity.action_type === 'Call' && activity.ended_reason ? endInWords(activity.ended_reason) : null],
    ['Value', activity.value_cents ? dollars(activity.value_cents) : null],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));

  return (
    <>
      <p className="text-slate tabular-nums">
        {activity.action_type} · {CHANNELS[activity.channel] ?? activity.channel} ·{' '}
        <time dateTime={activity.timestamp}>{longTimestamp(activity.timestamp, timeZone)}</time>
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <ActivityBadge status={activity.status} />
        {activity.sample && <SampleMark />}
      </p>
      {activity.summary && <p className="mt-6 text-lg leading-relaxed">{activity.summary}</p>}
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-[0.9375rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-slate">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const CHANNELS: Record<string, string> = {
  web_call: 'Website',
  web_chat: 'Website chat',
  phone: 'Phone',
  sms: 'Text message',
  email: 'Email',
};

const ENDS: Record<string, string> = {
  'customer-ended-call': 'The caller hung up',
  'assistant-ended-call': 'Mia said goodbye',
  'assistant-said-end-call-phrase': 'Mia said goodbye',
  'silence-timed-out': 'No one was speaking',
  'exceeded-max-duration': 'The call reached its time limit',
};

/** A reason as the voice service codes it (`customer-ended-call`), in words. */
function endInWords(reason: string): string {
  const plain = reason.replaceAll(/[-_.]/g, ' ');
  return ENDS[reason] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
