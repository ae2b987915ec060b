import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type Settings = Schemas['SettingsOut'];
export type SectionChange = Schemas['PracticeIn'] | Schemas['ContactIn'] | Schemas['MiaIn'] | Schemas['RetentionIn'] | Schemas['WebsitesIn'];
export type ItemChange =
  | Schemas['LocationIn']
  | Schemas['ClosureIn']
  | Schemas['ProviderIn']
  | Schemas['RoomIn']
  | Schemas['ServiceIn']
  | Schemas['FactIn'];
export type Kind = ItemChange['kind'];
export type Recall = Schemas['RecallOut'];
export type Setup = Schemas['SetupOut'];
export type SetupStep = Setup['steps'][number];
export type ConsentText = Schemas['ConsentTextOut'];

/** One of several things: a room, a service. */
export interface Item<V> {
  id: string;
  version: string;
  retired: boolean;
  value: V;
}

const pathOf = (slug: string) => ({ params: { path: { slug } } });
const itemOf = (slug: string, item_id: string) => ({ params: { path: { slug, item_id } } });

/** Everything that the practice settles, each part with its version. */
export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/settings', { ...pathOf(slug), signal })),
  });

/** How far the guided setup is. */
export const setupQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'setup'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/settings/setup', { ...pathOf(slug), signal })),
  });

/** Services to begin with, by kind of practice. */
export const templatesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'templates'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/settings/service-templates', { ...pathOf(slug), signal })),
    staleTime: Infinity,
  });

export const sendTestMail = (slug: string) =>
  answer(api.POST('/api/clinics/{slug}/settings/setup/test-mail', pathOf(slug)));

/** Adds several services at once, all or none. */
export const addServices = (slug: string, services: Schemas['ServiceValue'][]) =>
  answer(api.POST('/api/clinics/{slug}/settings/services', { ...pathOf(slug), body: { services } }));

/** What the plan includes, and what of it is used. */
export const planQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'plan'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/settings/plan', { ...pathOf(slug), signal })),
  });

/** The phone numbers of the practice. */
export const numbersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'numbers'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/settings/numbers', { ...pathOf(slug), signal })),
  });

/** Who is alerted when a caller may need help. */
export const onCallQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'on-call'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/on-call', { ...pathOf(slug), signal })),
  });

export const saveOnCall = (slug: string, body: Schemas['OnCallIn']) =>
  answer(api.PUT('/api/clinics/{slug}/on-call', { ...pathOf(slug), body }));

export const sendTestAlert = (slug: string) => answer(api.POST('/api/clinics/{slug}/on-call/test', pathOf(slug)));

/** Where the practice's form is found. */
export const leadFormQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'form'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/lead-form', { ...pathOf(slug), signal })),
  });

/** Where Mia of the practice is found, for its own website. */
export const widgetQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinic', slug, 'settings', 'widget'],
    queryFn: ({ signal }) => answer(api.GET('/api/clinics/{slug}/website-widget', { ...pathOf(slug), signal })),
  });

export const saveSection = (slug: string, body: SectionChange) =>
  answer(api.PUT('/api/clinics/{slug}/settings', { ...pathOf(slug), body }));

export const addItem = (slug: string, body: ItemChange) =>
  answer(api.POST('/api/clinics/{slug}/settings/items', { ...pathOf(slug), body }));

export const changeItem = (slug: string, id: string, body: ItemChange) =>
  answer(api.PUT('/api/clinics/{slug}/settings/items/{item_id}', { ...itemOf(slug, id), body }));

export const removeItem = (slug: string, id: string) =>
  answer(api.DELETE('/api/clinics/{slug}/settings/items/{item_id}', itemOf(slug, id)));

/** Retires something, or offers it again; also takes a removal back. */
export const offerItem = (slug: string, id: string, status: 'active' | 'retired') =>
  answer(api.PUT('/api/clinics/{slug}/settings/items/{item_id}/status', { ...itemOf(slug, id), body: { status } }));

export const saveRecall = (slug: string, body: Schemas['RecallIn']) =>
  answer(api.PUT('/api/clinics/{slug}/settings/recall-rules', { ...pathOf(slug), body }));

export const resetRecall = (slug: string, body: Schemas['RecallResetIn']) =>
  answer(api.POST('/api/clinics/{slug}/settings/recall-rules/reset', { ...pathOf(slug), body }));

export const putConsentText = (slug: string, body: Schemas['ConsentTextIn']) =>
  answer(api.POST('/api/clinics/{slug}/settings/consent-texts', { ...pathOf(slug), body }));

/** Does a change and shows everything as it stands after it; anyone who else looks is told by the server. */
export function useChange(slug: string): (change: Promise<Settings>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (change) => {
      const settings = await change;
      await queries.cancelQueries({ queryKey: settingsQuery(slug).queryKey, exact: true });
      queries.setQueryData(settingsQuery(slug).queryKey, settings);
      void queries.invalidateQueries({ queryKey: setupQuery(slug).queryKey });
    },
    [queries, slug],
  );
}
