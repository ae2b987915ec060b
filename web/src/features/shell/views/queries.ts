import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type SavedView = Schemas['ViewOut'];
export type ViewPage = SavedView['page'];

/** The reader's views of a page, and those that colleagues share. */
export const viewsQuery = (slug: string, page: ViewPage) => {
  const params = { path: { slug }, query: { page } };
  return $api.queryOptions('get', '/api/clinics/{slug}/views', { params }, { select: (found) => found.items });
};

/** Saves filters under a name, over a view of the reader's of that name. */
export function saveView(slug: string, view: { page: ViewPage; name: string; filters: string; shared: boolean }) {
  return answer(api.POST('/api/clinics/{slug}/views', { ...inClinic(slug), body: view }));
}

/** Deletes a view. */
export function dropView(slug: string, id: string) {
  return answer(api.DELETE('/api/clinics/{slug}/views/{view_id}', { params: { path: { slug, view_id: id } } }));
}
