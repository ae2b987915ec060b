import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answer, reasonOf } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { ofClinic } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';
import { useToast } from '@/ui/feedback/toast';
import type { LeadFilter } from './lead-filter';
import { nameOf, STAGE_NAMES } from './words';

export type Lead = Schemas['LeadOut'];
export type LeadDetail = Schemas['LeadDetailOut'];
export type LeadEvent = Schemas['LeadEventOut'];
export type Board = Schemas['LeadBoardOut'];
export type Figures = Schemas['LeadFiguresOut'];
export type Owner = Schemas['LeadOwnerOut'];
export type Stage = Lead['stage'];
export type LostReason = NonNullable<Lead['lost_reason']>;
export type LeadChange = Schemas['LeadIn'];
export type NewLead = Schemas['NewLeadIn'];

/** Cards of a stage that are shown at first, and how many more come at a time. */
export const CARDS = 25;

/** Cards of a stage that the server gives at most; who wants to see others narrows the board. */
export const MOST_CARDS = 200;

const narrowed = ({ source, owner, days }: LeadFilter) => ({
  ...(source && { source }),
  ...(owner && { owner }),
  ...(days && { days: Number(days) }),
});

/** Every stage with its leads. The filters hold no words of people, so they may stand in the address. */
export const boardQuery = (slug: string, filter: LeadFilter, limit: number) => {
  const query = { limit, ...narrowed(filter), ...(filter.next && { next_step: filter.next }) };
  return $api.queryOptions('get', '/api/clinics/{slug}/leads', { params: { path: { slug }, query } }, {
    placeholderData: keepPreviousData,
  });
};

/** Speed to lead and conversion of the leads the filter leaves. */
export const figuresQuery = (slug: string, filter: LeadFilter) => {
  const query = { days: 3650, ...narrowed(filter) };
  return $api.queryOptions('get', '/api/clinics/{slug}/leads/figures', { params: { path: { slug }, query } }, {
    placeholderData: keepPreviousData,
  });
};

/** Who of the team may have a lead. */
export const ownersQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/leads/owners', inClinic(slug));

/** One lead with its timeline. */
export const leadQuery = (slug: string, id: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/leads/{lead_id}', { params: { path: { slug, lead_id: id } } }));

/** Keeps someone new. */
export const enterLead = (slug: string, body: NewLead) =>
  answer(api.POST('/api/clinics/{slug}/leads', { ...inClinic(slug), body }));

/** Writes over a lead. */
export const saveLead = (slug: string, id: string, body: LeadChange) =>
  answer(api.PUT('/api/clinics/{slug}/leads/{lead_id}', { params: { path: { slug, lead_id: id } }, body }));

const postStage = (slug: string, { lead, to, reason }: Move, version: number) =>
  answer(
    api.POST('/api/clinics/{slug}/leads/{lead_id}/stage', {
      params: { path: { slug, lead_id: lead.id } },
      body: { stage: to, lost_reason: reason ?? null, version },
    }),
  );

/** Every board of a clinic that is loaded, however it is narrowed. */
const boards = (slug: string) => ofClinic(slug, ['leads']);

export interface Move {
  lead: Lead;
  to: Stage;
  /** Why it is lost; only then. */
  reason?: LostReason | null;
}

/** Has the board, the figures and a lead loaded again. */
export function useLeadsChanged(slug: string) {
  const queries = useQueryClient();
  return (detail?: LeadDetail) => {
    if (detail) queries.setQueryData(leadQuery(slug, detail.lead.id).queryKey, detail);
    return queries.invalidateQueries(ofClinic(slug, ['leads', 'leads/figures']));
  };
}

/** Moves a lead: at once on the page, said with a way back, and taken back when the server refuses. */
export function useMoveLead(slug: string) {
  const queries = useQueryClient();
  const changed = useLeadsChanged(slug);
  const say = useToast();
  // Anyone who presses twice moves on from where the first press has led, which the board may not know yet.
  const versions = useRef(new Map<string, number>());
  const mutation = useMutation({
    scope: { id: `leads of ${slug}` },
    mutationFn: (move: Move) =>
      postStage(slug, move, Math.max(move.lead.version, versions.current.get(move.lead.id) ?? 0)),
    onMutate: async (move) => {
      await queries.cancelQueries(boards(slug));
      return place(queries, slug, move);
    },
    onSuccess: (detail, { lead, to }) => {
      versions.current.set(lead.id, detail.lead.version);
      const undo = () => mutation.mutate({ lead: detail.lead, to: lead.stage, reason: lead.lost_reason });
      say(`${nameOf(lead)} is now in ${STAGE_NAMES[to]}.`, { label: 'Undo', run: undo });
      return changed(detail);
    },
    onError: (error, _move, before) => {
      for (const [key, board] of before ?? []) queries.setQueryData(key, board);
      say(reasonOf(error, 'Couldn’t move the lead.'));
      return changed();
    },
  });
  return mutation;
}

/** Puts a card into another column of every board that is loaded; returns the boards as they were. */
function place(queries: QueryClient, slug: string, { lead, to, reason }: Move) {
  const before = queries.getQueriesData<Board>(boards(slug));
  const moved = { ...lead, stage: to, lost_reason: reason ?? null };
  for (const [key, board] of before) queries.setQueryData(key, board && withCard(board, moved));
  return before;
}

/** A board in which a card stands first in its stage, and nowhere else. */
export function withCard(board: Board, card: Lead): Board {
  return {
    ...board,
    columns: board.columns.map((column) => {
      const others = column.leads.filter(({ id }) => id !== card.id);
      const left = others.length !== column.leads.length;
      if (column.stage !== card.stage) return { ...column, leads: others, total: column.total - Number(left) };
      return { ...column, leads: [card, ...others], total: column.total + Number(!left) };
    }),
  };
}
