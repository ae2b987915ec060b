import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useAddress } from '@/ui/hooks/use-address';
import { Board } from './board';
import { ConversionCards, ConversionCharts } from './conversion';
import { LeadDrawer } from './lead-drawer';
import { EVERY_LEAD, FilterBar, readFilter, writeFilter, type LeadFilter } from './lead-filter';
import { LostDialog } from './lost-dialog';
import { NewLead } from './new-lead';
import {
  boardQuery,
  CARDS,
  MOST_CARDS,
  ownersQuery,
  useMoveLead,
  type Board as BoardData,
  type Lead,
  type Owner,
  type Stage,
} from './queries';
import { STAGES } from './words';

export interface PipelineProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may enter, change and move leads. */
  mayWrite: boolean;
}

const explainLeads = explain('Couldn’t load leads.');

/** The pipeline: figures, filters, the board, and a lead's drawer. */
export function Pipeline({ slug, timeZone, mayWrite }: PipelineProps) {
  const [params, setParams] = useAddress();
  const [losing, setLosing] = useState<Lead | null>(null);
  const filter = readFilter(params);
  const owners = useQuery(ownersQuery(slug)).data ?? [];
  const { mutate: move } = useMoveLead(slug);
  const change = (write: (all: URLSearchParams) => URLSearchParams) =>
    setParams(write, { preventScrollReset: true, replace: true });
  const moveOrAsk = (lead: Lead, to: Stage) => (to === 'lost' ? setLosing(lead) : move({ lead, to }));
  return (
    <>
      <ConversionCards slug={slug} filter={filter} />
      <BoardSection
        {...{ slug, timeZone, mayWrite, filter, owners }}
        onFilter={(part) => change((all) => writeFilter(all, { ...readFilter(all), ...part }))}
        stage={stageOf(params)}
        onStage={(stage) => change((all) => withStage(all, stage))}
        onMove={moveOrAsk}
      />
      <ConversionCharts slug={slug} filter={filter} />
      <LeadDrawer slug={slug} owners={owners} mayWrite={mayWrite} onMove={moveOrAsk} />
      <LostDialog
        lead={losing}
        onClose={() => setLosing(null)}
        onLost={(lead, reason) => move({ lead, to: 'lost', reason })}
      />
    </>
  );
}

interface BoardSectionProps extends PipelineProps {
  filter: LeadFilter;
  onFilter: (part: Partial<LeadFilter>) => void;
  owners: readonly Owner[];
  stage: Stage;
  onStage: (stage: Stage) => void;
  onMove: (lead: Lead, to: Stage) => void;
}

function BoardSection(props: BoardSectionProps) {
  const { slug, timeZone, mayWrite, filter, onFilter, owners, stage, onStage, onMove } = props;
  const [limit, setLimit] = useState(CARDS);
  const [entering, setEntering] = useState(false);
  const query = useQuery(boardQuery(slug, filter, limit));
  const more = query.data?.columns.some(({ total, leads }) => total > leads.length) && limit < MOST_CARDS;
  return (
    <Section title="Pipeline" note={<span className="max-sm:hidden">{noteOf(query.data)}</span>} actions={mayWrite && <NewButton onPress={() => setEntering(true)} />}>
      <FilterBar filter={filter} onFilter={onFilter} sources={query.data?.sources ?? []} owners={owners} />
      <Loaded query={query} waiting="Loading the leads" rows={10} explain={explainLeads}>
        {(board) =>
          board.columns.some(({ total }) => total > 0) ? (
            <div className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-50')}>
              <Board
                {...{ board, timeZone, stage, onStage }}
                group={JSON.stringify([filter, limit])}
                onMove={mayWrite ? ({ lead, to }) => onMove(lead, to) : undefined}
              />
            </div>
          ) : (
            <Nothing filtered={Object.values(filter).some(Boolean)} onClear={() => onFilter(EVERY_LEAD)} />
          )
        }
      </Loaded>
      {more && (
        <p className="border-t border-line p-4 text-center">
          <Button variant="quiet" busy={query.isFetching} onClick={() => setLimit(Math.min(MOST_CARDS, limit + CARDS))}>
            Show more leads
          </Button>
        </p>
      )}
      <NewLead slug={slug} owners={owners} open={entering} onClose={() => setEntering(false)} />
    </Section>
  );
}

function NewButton({ onPress }: { onPress: () => void }) {
  return (
    <Button onClick={onPress}>
      <Plus aria-hidden="true" className="size-4.5" />
      New lead
    </Button>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="border-t border-line pb-8 text-center">
      <EmptyNote title={filtered ? 'No leads found' : 'No leads yet'}>
        Leads come from your web form, calls and chats with Mia, or manual entry.
      </EmptyNote>
      {filtered && (
        <Button variant="secondary" onClick={onClear}>
          Show all leads
        </Button>
      )}
    </div>
  );
}

function noteOf(board: BoardData | undefined): string {
  if (!board) return 'The board updates automatically.';
  return board.follows_up
    ? 'Mia responds to new leads within a minute. The board updates automatically.'
    : 'Mia doesn’t respond to new leads. A manager can turn this on in Settings.';
}

/** The stage that a phone shows. */
function stageOf(params: URLSearchParams): Stage {
  return STAGES.find((stage) => stage === params.get('stage')) ?? 'new';
}

function withStage(params: URLSearchParams, stage: Stage): URLSearchParams {
  params.set('stage', stage);
  return params;
}
