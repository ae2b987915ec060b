import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';
import { clockTime } from '@/lib/time/clinic-time';

export type Alert = Schemas['AlertOut'];

/** The alerts of the urgent tasks that are open, and whether anyone is on call. */
export const alertsQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/alerts', inClinic(slug)));

/** Takes an alert: no one else is alerted. */
export function useAcknowledge(slug: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const { queryKey } = alertsQuery(slug);
  return useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/api/clinics/{slug}/alerts/{alert_id}/acknowledge', { params: { path: { slug, alert_id: id } } })),
    onSuccess: (now) =>
      queries.setQueryData(queryKey, (all) => all && { ...all, items: all.items.map((one) => (one.id === now.id ? now : one)) }),
    onError: onRefused,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

const WAYS: Record<Alert['told'][number]['way'], string> = { text: 'text', email: 'email', call: 'call' };

/** How an alert stands, in a sentence or two. */
export function alertInWords(alert: Alert, timeZone: string): string {
  const at = (instant: string) => clockTime(instant, timeZone);
  if (alert.acknowledged_at) return `Acknowledged by ${alert.acknowledged_by} at ${at(alert.acknowledged_at)}.`;
  const reached = alert.told.filter(({ state }) => state !== 'failed' && state !== 'skipped');
  const last = reached.at(-1);
  if (!last) return alert.state === 'open' ? 'Alerting the team...' : 'No on-call contact could be alerted.';
  const told = `${last.name} alerted by ${WAYS[last.way]} at ${at(last.at)}`;
  if (alert.state === 'unanswered') return `No one has acknowledged. The owners were notified. ${told}.`;
  return alert.next_at ? `${told}. Next contact at ${at(alert.next_at)}.` : `${told}.`;
}
