import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { asking, ofClinic } from '@/api/keys';
import { $api, inClinic } from '@/api/queries';

export type Member = Schemas['MemberOut'];
export type Invite = Schemas['InviteOut'];
export type Role = Schemas['Role'];

/** Who works here. */
export const membersQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/members', inClinic(slug), { select: (list) => list.items });

/** Who was asked to join and has not come yet. */
export const invitesQuery = (slug: string) =>
  $api.queryOptions('get', '/api/clinics/{slug}/invites', inClinic(slug), { select: (list) => list.items });

/** What the practice asks of everyone who signs in. */
export const rulesQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/security', inClinic(slug)));

/** Changes a member's role or whether they may enter; rejects with the server's reason. */
export async function changeMember(slug: string, id: string, change: { role?: Role; disabled?: boolean }) {
  const path = { slug, member_id: id };
  return await answer(api.PATCH('/api/clinics/{slug}/members/{member_id}', { params: { path }, body: change }));
}

/** Takes someone out of the practice. */
export async function removeMember(slug: string, id: string) {
  const path = { slug, member_id: id };
  await answer(api.DELETE('/api/clinics/{slug}/members/{member_id}', { params: { path } }));
}

/** Asks someone by email to join. */
export async function invite(slug: string, email: string, role: Role) {
  return await answer(api.POST('/api/clinics/{slug}/invites', { ...inClinic(slug), body: { email, role } }));
}

/** Sends the email again, with a new link that lives as long as the first did. */
export async function resendInvite(slug: string, id: string) {
  const path = { slug, invite_id: id };
  return await answer(api.POST('/api/clinics/{slug}/invites/{invite_id}/resend', { params: { path } }));
}

/** Makes the link of an invite worthless. */
export async function revokeInvite(slug: string, id: string) {
  const path = { slug, invite_id: id };
  await answer(api.DELETE('/api/clinics/{slug}/invites/{invite_id}', { params: { path } }));
}

/** Loads the team again, and with it what the reader may do: they may have changed their own role. */
export function useTeamChanged(slug: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries(ofClinic(slug)),
      queries.invalidateQueries(asking(['/api/session'])),
    ]);
  };
}

/** Turns the rule on or off: at once on the page, and back when the server refuses. */
export function useSecondFactorRule(slug: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const { queryKey } = rulesQuery(slug);
  return useMutation({
    mutationFn: (required: boolean) =>
      answer(api.PATCH('/api/clinics/{slug}/security', { ...inClinic(slug), body: { require_second_factor: required } })),
    onMutate: async (required) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (rules) => rules && { ...rules, require_second_factor: required });
      return { before };
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before);
      onRefused(error);
    },
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries(asking(['/api/session']))]),
  });
}
