import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { asking } from '@/api/keys';
import { $api } from '@/api/queries';

export type Device = Schemas['DeviceOut'];
export type DeviceDetail = Schemas['DeviceDetailOut'];
export type DeviceCall = Schemas['DeviceCallOut'];

/** How often the phones are looked at: a ring should be seen at once, and there is no stream for them. */
const LOOK_MS = 1_000;

/** All that the sandbox shows. */
export const ALL = asking(['/sandbox/api/*']);

/** Whatever was done, the phones and the clock are looked at again. */
function useAllAgain() {
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries(ALL) };
}

/** The phones that a text or a call has reached, the latest first. */
export const devicesQuery = $api.queryOptions('get', '/sandbox/api/phone/devices', {}, {
  select: ({ items }) => items,
  refetchInterval: 2 * LOOK_MS,
});

/** One phone, opened. */
export const deviceQuery = (id: string) =>
  $api.queryOptions('get', '/sandbox/api/phone/devices/{device_id}', { params: { path: { device_id: id } } }, {
    refetchInterval: LOOK_MS,
  });

/** The practices' numbers, to be texted. */
export const linesQuery = $api.queryOptions('get', '/sandbox/api/phone/numbers', {}, { select: ({ items }) => items });

/** Texts a practice's number from any phone. */
export const useWrite = () => $api.useMutation('post', '/sandbox/api/phone/texts', useAllAgain());

/** What time it is for the product. */
export const clockQuery = queryOptions($api.queryOptions('get', '/sandbox/api/clock', {}, { refetchInterval: 20_000 }));

/** Writes a text as the patient would. */
export const useReply = () => $api.useMutation('post', '/sandbox/api/phone/devices/{device_id}/reply', useAllAgain());

/** Answers an email as the patient would. */
export const useReplyToMail = () =>
  $api.useMutation('post', '/sandbox/api/phone/devices/{device_id}/mails/{mail_id}/reply', useAllAgain());

/** What someone does with a ringing phone instead of picking it up. */
export type LetGo = 'decline' | 'voicemail' | 'ring-out';

export const useLetGo = () => $api.useMutation('post', '/sandbox/api/phone/calls/{call_id}/{action}', useAllAgain());

/** Hands over the browser's offer and brings back the answer of Mia's side. */
export async function pickUp(call: string, offer: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit> {
  return answer(
    api.POST('/sandbox/api/phone/calls/{call_id}/answer', {
      params: { path: { call_id: call } },
      body: { sdp: offer.sdp ?? '', type: 'offer' },
    }),
  );
}

/** Makes it another time for the whole product; null is the machine's own. */
export function useSetClock() {
  const queries = useQueryClient();
  return $api.useMutation('put', '/sandbox/api/clock', {
    onSuccess: (clock) => queries.setQueryData(clockQuery.queryKey, clock),
  });
}
