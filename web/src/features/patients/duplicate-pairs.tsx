import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Drawer } from '@/ui/overlays/drawer';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { reasonsInWords, useMergeActions } from './duplicates';
import { MergeDialog } from './merge-dialog';
import { duplicatesQuery, type PatientRecord } from './queries';

const explainPairs = explain('Couldn’t load possible duplicates.');

export interface PairsDrawerProps {
  slug: string;
  mayWrite: boolean;
  open: boolean;
  onClose: () => void;
}

/** All records of the practice that may be of one person. */
export function PairsDrawer({ open, onClose, ...rest }: PairsDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title="Possible duplicates">
      <Pairs {...rest} />
    </Drawer>
  );
}

function Pairs({ slug, mayWrite }: Omit<PairsDrawerProps, 'open' | 'onClose'>) {
  const query = useQuery(duplicatesQuery(slug));
  return (
    <Loaded query={query} waiting="Finding duplicates" explain={explainPairs}>
      {(pairs) =>
        pairs.length === 0 ? (
          <EmptyNote title="No duplicates found">No two records share a phone, email or name.</EmptyNote>
        ) : (
          <ul className="grid gap-4">
            {pairs.map(({ one, other, reasons }) => (
              <li key={`${one.id} ${other.id}`} className="grid gap-2 rounded-xl border border-line p-4">
                <p className="text-sm text-slate">{reasonsInWords(reasons)}</p>
                <Person slug={slug} record={one} />
                <Person slug={slug} record={other} />
                {mayWrite && <PairActions slug={slug} one={one} other={other} />}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Person({ slug, record }: { slug: string; record: PatientRecord }) {
  return (
    <p className="flex flex-wrap gap-x-3">
      <Link
        to={`/dashboard/${slug}/patients/${record.id}`}
        className="font-semibold text-petrol underline decoration-1 underline-offset-4"
      >
        {record.name}
      </Link>
      <span className="text-slate tabular-nums">{record.phone && readablePhone(record.phone)}</span>
      <span className="break-all text-slate">{record.email}</span>
    </p>
  );
}

function PairActions({ slug, one, other }: { slug: string; one: PatientRecord; other: PatientRecord }) {
  const [merging, setMerging] = useState(false);
  const { apart, undo } = useMergeActions(slug, one.id);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setMerging(true)}>
        Merge<span className="sr-only"> {other.name} into {one.name}</span>
      </Button>
      <Button variant="quiet" onClick={() => void apart(other)}>
        Not a duplicate
      </Button>
      {merging && (
        <MergeDialog slug={slug} kept={one} other={other} onClose={() => setMerging(false)} onUndo={undo} />
      )}
    </div>
  );
}
