import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { Reachable } from '../reachable';
import { whyNot } from '../contact/verdict';
import { patientsQuery, standingQuery, type BulkItem, type Standing } from '../queries';
import type { View } from '../view';
import { SeveralDialog } from './several-dialog';
import { SeveralResult } from './several-result';

/** As many as are checked at once. */
const MOST = 50;

export interface SeveralPanelProps {
  slug: string;
  timeZone: string;
  /** What the list beside it shows. */
  query: string;
  view: View;
  /** The names of those who are selected, by id. */
  picked: ReadonlyMap<string, string>;
  onPicked: (picked: ReadonlyMap<string, string>) => void;
}

/** Those who are selected, what stands in the way of each, and after the message what became of it. */
export function SeveralPanel({ slug, timeZone, query, view, picked, onPicked }: SeveralPanelProps) {
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<{ items: BulkItem[]; at: string | null }>();
  return (
    <aside aria-label="Selected patients" className="min-w-0 border-t border-line p-5 lg:border-l 2xl:p-6">
      <WholePage {...{ slug, query, view, picked, onPicked }} />
      {result && picked.size === 0 ? (
        <SeveralResult {...result} timeZone={timeZone} onDone={() => setResult(undefined)} />
      ) : picked.size === 0 ? (
        <p className="py-10 text-center text-slate">Select patients to message them together</p>
      ) : (
        <Selection slug={slug} timeZone={timeZone} picked={picked} onPicked={onPicked} onMessage={() => setAsking(true)} />
      )}
      <SeveralDialog
        slug={slug}
        timeZone={timeZone}
        picked={picked}
        open={asking}
        onClose={() => setAsking(false)}
        onDone={(items, at) => {
          setResult({ items, at });
          onPicked(new Map());
        }}
      />
    </aside>
  );
}

/** Selects everyone on the page that is shown, besides those who are selected. */
function WholePage({ slug, query, view, picked, onPicked }: Omit<SeveralPanelProps, 'timeZone'>) {
  const shown = useQuery(patientsQuery(slug, query, view.group, view.page)).data?.items ?? [];
  if (shown.every(({ id }) => picked.has(id))) return null;
  return (
    <Button variant="quiet" className="-ml-5" onClick={() => onPicked(new Map([...picked, ...shown.map(({ id, name }) => [id, name] as const)]))}>
      Select all on this page
    </Button>
  );
}

type SelectionProps = Omit<SeveralPanelProps, 'query' | 'view'> & { onMessage: () => void };

function Selection({ slug, timeZone, picked, onPicked, onMessage }: SelectionProps) {
  const ids = [...picked.keys()].slice(0, MOST);
  const found = useQuery(standingQuery(slug, ids));
  const standings = useMemo(() => new Map(found.data?.items.map((one) => [one.patient_id, one])), [found.data]);
  const tooMany = picked.size > MOST;
  const canGo = !tooMany && ids.some((id) => standings.get(id)?.can_message.outcome !== 'block');

  function drop(id: string) {
    const rest = new Map(picked);
    rest.delete(id);
    onPicked(rest);
  }

  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="font-display text-2xl leading-tight font-medium">
          {picked.size === 1 ? '1 patient selected' : `${picked.size} patients selected`}
        </p>
        <Button variant="quiet" onClick={() => onPicked(new Map())}>
          Clear
        </Button>
      </div>
      <ul className="grid max-h-96 gap-1 overflow-y-auto">
        {[...picked].map(([id, name]) => (
          <li key={id} className="flex items-start justify-between gap-2 border-b border-line py-1.5 last:border-b-0">
            <div className="min-w-0 py-1.5">
              <p className="font-semibold">{name}</p>
              <Check standing={standings.get(id)} timeZone={timeZone} />
            </div>
            <IconButton label={`Leave out ${name}`} onClick={() => drop(id)}>
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          </li>
        ))}
      </ul>
      {tooMany && <p className="text-slate">Please select {MOST} patients at most.</p>}
      <Button variant="secondary" disabled={!canGo} onClick={onMessage} className="py-2 whitespace-normal">
        <MessageSquareText aria-hidden="true" className="size-4 shrink-0" />
        Send Follow-Up Message with Mia
      </Button>
    </div>
  );
}

/** What the rules say about a message to one of them. */
function Check({ standing, timeZone }: { standing: Standing | undefined; timeZone: string }) {
  if (!standing) return <p className="text-sm text-slate">Checking...</p>;
  const why = whyNot(standing.can_message, standing.next_visit, timeZone);
  if (why === null) return <p className="text-sm text-good">Ready, by {standing.writes_by === 'sms' ? 'text' : 'email'}</p>;
  return (
    <>
      <Reachable standing={{ ...standing, can_call: standing.can_message }} timeZone={timeZone} />
      <p aria-hidden="true" className="text-sm text-slate">
        {why}
      </p>
    </>
  );
}
