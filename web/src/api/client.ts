import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

/** The typed client of the front office. Paths, bodies and answers come from openapi.json. */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  // Looked up at each call, so that whoever replaces fetch (a test, a tracer) is heard.
  fetch: (request) => globalThis.fetch(request),
});

/** The named shapes of the front office's API, by their server-side name. */
export type Schemas = components['schemas'];

/** An RFC 9457 problem, as the server renders every error. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  retryable?: boolean;
}
