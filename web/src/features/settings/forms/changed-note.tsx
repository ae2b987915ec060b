import { Button } from '@/ui/buttons/button';
import { differencesOf } from './differences';
import type { Draft } from './use-draft';

export interface ChangedNoteProps<V extends object> {
  draft: Draft<V>;
  /** The fields' names on the page. */
  labels: Readonly<Record<string, string>>;
}

/** Tells the second editor what the first has changed meanwhile, and asks which is to stand. */
export function ChangedNote<V extends object>({ draft, labels }: ChangedNoteProps<V>) {
  const { theirs } = draft;
  return (
    <div role="alert" className="empty:hidden">
      {theirs && (
        <div className="rounded-xl bg-warn-wash px-4 py-4">
          <p className="font-semibold">Someone else changed this</p>
          <ul className="mt-2 grid gap-1 text-[0.9375rem]">
            {differencesOf(theirs.before, theirs.now, labels).map(({ field, was, now }) => (
              <li key={field} className="break-words">
                <span className="font-medium">{field}:</span> <del className="text-slate">{was}</del> → <ins className="no-underline">{now}</ins>
              </li>
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={draft.keepMine}>
              Keep my changes
            </Button>
            <Button variant="secondary" onClick={draft.takeTheirs}>
              Use their changes
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
