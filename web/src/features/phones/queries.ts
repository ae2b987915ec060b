import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';

export type Device = Schemas['DeviceOut'];
export type DeviceDetail = Schemas['DeviceDetailOut'];
export type DeviceCall = Schemas['DeviceCallOut'];

/** How often the phones are looked at: a ring should be seen at once, and there is no stream for them. */
const LOOK_MS = 1_000;

const ALL = ['sandbox'] as const;

/** The phones that a text or a call has reached, the latest first. */
export const devicesQuery = queryOptions({
  queryKey: [...ALL, 'devices'],
  queryFn: ({ signal }) => answer(api.GET('/sandbox/api/phone/devices', { signal })),
  select: ({ items }) => items,
  refetchInterval: 2 * LOOK_MS,
});

/** One phone, opened. */
export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'device', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/sandbox/api/phone/devices/{device_id}', { params: { path: { device_id: id } }, signal })),
    refetchInterval: LOOK_MS,
  });

/** The practices' numbers, to be texted. */
export const linesQuery = queryOptions({
  queryKey: [...ALL, 'numbers'],
  queryFn: ({ signal }) => answer(api.GET('/sandbox/api/phone/numbers', { signal })),
  select: ({ items }) => items,
});

/** Texts a practice's number from any phone. */
export function useWrite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['TextIn']) => answer(api.POST('/sandbox/api/phone/texts', { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  });
}

/** What time it is for the product. */
export const clockQuery = queryOptions({
  queryKey: [...ALL, 'clock'],
  queryFn: ({ signal }) => answer(api.GET('/sandbox/api/clock', { signal })),
  refetchInterval: 20_000,
});

/** Writes a text as the patient would. */
export function useReply(device: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      answer(
        api.POST('/sandbox/api/phone/devices/{device_id}/reply', {
          params: { path: { device_id: device } },
          body: { text },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  });
}

/** Answers an email as the patient would. */
export function useReplyToMail(device: string, letter: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      answer(
        api.POST('/sandbox/api/phone/devices/{device_id}/mails/{mail_id}/reply', {
          params: { path: { device_id: device, mail_id: letter } },
          body: { text },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  });
}

/** What someone does with a ringing phone instead of picking it up. */
export type LetGo = 'decline' | 'voicemail' | 'ring-out';

export function useLetGo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ call, action }: { call: string; action: LetGo }) =>
      answer(
        api.POST('/sandbox/api/phone/calls/{call_id}/{action}', { params: { path: { call_id: call, action } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  });
}

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
  return useMutation({
    mutationFn: (now: string | null) => answer(api.PUT('/sandbox/api/clock', { body: { now } })),
    onSuccess: (clock) => queries.setQueryData(clockQuery.queryKey, clock),
  });
}
