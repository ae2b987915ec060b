import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import { setupQuery } from './setup-query';

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

const itemOf = (slug: string, item_id: string) => ({ params: { path: { slug, item_id } } });

/** Everything that the practice settles, each part with its version. */
export const settingsQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/settings', inClinic(slug)));

/** Services to begin with, by kind of practice. */
export const templatesQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/settings/service-templates', inClinic(slug), { staleTime: Infinity });

export const sendTestMail = (slug: string) =>
  answer(api.POST('/api/clinics/{slug}/settings/setup/test-mail', inClinic(slug)));

/** Adds several services at once, all or none. */
export const addServices = (slug: string, services: Schemas['ServiceValue'][]) =>
  answer(api.POST('/api/clinics/{slug}/settings/services', { ...inClinic(slug), body: { services } }));

/** What the plan includes, and what of it is used. */
export const planQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/settings/plan', inClinic(slug));

/** The phone numbers of the practice. */
export const numbersQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/settings/numbers', inClinic(slug));

/** Who is alerted when a caller may need help. */
export const onCallQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/on-call', inClinic(slug)));

export const saveOnCall = (slug: string, body: Schemas['OnCallIn']) =>
  answer(api.PUT('/api/clinics/{slug}/on-call', { ...inClinic(slug), body }));

export const sendTestAlert = (slug: string) => answer(api.POST('/api/clinics/{slug}/on-call/test', inClinic(slug)));

/** Where the practice's form is found. */
export const leadFormQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/lead-form', inClinic(slug));

/** Where Mia of the practice is found, for its own website. */
export const widgetQuery = (slug: string) => $api.queryOptions('get', '/api/clinics/{slug}/website-widget', inClinic(slug));

export const saveSection = (slug: string, body: SectionChange) =>
  answer(api.PUT('/api/clinics/{slug}/settings', { ...inClinic(slug), body }));

export const addItem = (slug: string, body: ItemChange) =>
  answer(api.POST('/api/clinics/{slug}/settings/items', { ...inClinic(slug), body }));

export const changeItem = (slug: string, id: string, body: ItemChange) =>
  answer(api.PUT('/api/clinics/{slug}/settings/items/{item_id}', { ...itemOf(slug, id), body }));

export const removeItem = (slug: string, id: string) =>
  answer(api.DELETE('/api/clinics/{slug}/settings/items/{item_id}', itemOf(slug, id)));

/** Retires something, or offers it again; also takes a removal back. */
export const offerItem = (slug: string, id: string, status: 'active' | 'retired') =>
  answer(api.PUT('/api/clinics/{slug}/settings/items/{item_id}/status', { ...itemOf(slug, id), body: { status } }));

export const saveRecall = (slug: string, body: Schemas['RecallIn']) =>
  answer(api.PUT('/api/clinics/{slug}/settings/recall-rules', { ...inClinic(slug), body }));

export const resetRecall = (slug: string, body: Schemas['RecallResetIn']) =>
  answer(api.POST('/api/clinics/{slug}/settings/recall-rules/reset', { ...inClinic(slug), body }));

export const putConsentText = (slug: string, body: Schemas['ConsentTextIn']) =>
  answer(api.POST('/api/clinics/{slug}/settings/consent-texts', { ...inClinic(slug), body }));

/** Does a change and shows everything as it stands after it; anyone who else looks is told by the server. */
export function useChange(slug: string): (change: Promise<Settings>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (change) => {
      const settings = await change;
      await queries.cancelQueries({ queryKey: settingsQuery(slug).queryKey });
      queries.setQueryData(settingsQuery(slug).queryKey, settings);
      void queries.invalidateQueries({ queryKey: setupQuery(slug).queryKey });
    },
    [queries, slug],
  );
}
