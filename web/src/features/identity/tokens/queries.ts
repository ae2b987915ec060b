import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type ApiToken = Schemas['ApiTokenOut'];
export type NewToken = Schemas['ApiTokenIn'];
export type Scope = Schemas['ApiTokenScopeOut'];

/** The clinic's tokens, and what a token can be allowed to do. */
export const tokensQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/api-tokens', inClinic(slug));

/** Makes a token; its text is in this answer and nowhere else, ever. */
export async function makeToken(slug: string, token: NewToken) {
  return await answer(api.POST('/api/clinics/{slug}/api-tokens', { ...inClinic(slug), body: token }));
}

/** Makes a token worthless. */
export async function revokeToken(slug: string, id: string) {
  const path = { slug, token_id: id };
  await answer(api.DELETE('/api/clinics/{slug}/api-tokens/{token_id}', { params: { path } }));
}

export function useTokensChanged(slug: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: tokensQuery(slug).queryKey });
}
