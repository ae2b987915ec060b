import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import type { Change } from '../queries';
import { changeWords, noticeWords } from '../words';

interface HistoryProps {
  changes: Change[];
  timeZone: string;
  onUndo: ((id: string) => Promise<void>) | undefined;
}

/** What was done to the visit and what the patient was told; the last can be undone while they do not know. */
export function History({ changes, timeZone, onUndo }: HistoryProps) {
  if (changes.length === 0) return null;
  const last = changes.findLast(({ undone }) => !undone);
  const open = last && onUndo && (!last.notice || last.notice.state === 'scheduled') ? last.id : null;
  return (
    <section aria-label="History" className="border-t border-line pt-5">
      <h3 className="font-semibold">History</h3>
      <ol className="mt-2 grid gap-3">
        {changes.map((change) => (
          <li key={change.id} className="text-[0.9375rem]">
            <p className={change.undone ? 'text-slate line-through' : ''}>{changeWords(change, timeZone)}</p>
            <p className="text-slate">
              {longTimestamp(change.at, timeZone)}
              {change.undone && ' · undone'}
              {change.reason && ` · ${change.reason}`}
            </p>
            {change.notice && <p className="text-slate">{noticeWords(change.notice, timeZone)}</p>}
            {change.id === open && (
              <Button variant="quiet" className="-ml-5" onClick={() => void onUndo?.(change.id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
