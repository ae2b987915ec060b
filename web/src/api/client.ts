import createClient from 'openapi-fetch';
import { learnTime } from '@/lib/time/now';
import { throwing } from './answer';
import type { components, paths } from './schema';

/** The typed client of the front office. Paths, bodies and answers come from openapi.json; whatever fails is an `ApiError`. */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  // Looked up at each call, so that whoever replaces fetch (a test, a tracer) is heard.
  fetch: (request) => globalThis.fetch(request),
});
api.use({ onResponse: ({ response }) => learnTime(response.headers.get('date')) }, throwing);

/** The named shapes of the front office's API, by their server-side name. */
export type Schemas = components['schemas'];
