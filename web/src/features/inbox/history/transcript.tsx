import { classNames } from '@/lib/class-names';
import { minutesAndSeconds } from '@/lib/time/clinic-time';
import type { ActivityDetail } from './queries';

/** What was said, by whom and when. */
export function Transcript({ activity }: { activity: ActivityDetail }) {
  const caller = activity.action_type === 'Call' ? 'Caller' : 'Patient';
  return (
    <section aria-labelledby="transcript" className="mt-8 border-t border-line pt-6">
      <h3 id="transcript" className="font-display text-2xl font-medium">
        Transcript
      </h3>
      {activity.transcript.length === 0 && (
        <p className="mt-2 text-slate">No transcript for this {activity.action_type.toLowerCase()}.</p>
      )}
      <ol className="mt-4 grid gap-5">
        {activity.transcript.map((line, index) => (
          <li key={index} className={classNames('border-l-2 pl-4', line.role === 'assistant' ? 'border-mia' : 'border-line-strong')}>
            <p className="flex items-baseline gap-3 text-sm">
              <span className={classNames('font-semibold', line.role === 'assistant' && 'text-mia')}>
                {line.role === 'assistant' ? 'Mia' : caller}
              </span>
              <span className="text-slate tabular-nums">{minutesAndSeconds(line.at_seconds)}</span>
            </p>
            <p className="mt-0.5 leading-relaxed">{line.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
