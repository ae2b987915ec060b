import { BrowserClient, createTransport } from '@sentry/browser';
import type { BrowserOptions, ErrorEvent } from '@sentry/browser';
import type { Report } from './error-reports';

/** Words that stand in addresses of our pages; anything else in one is a name or an id. */
const PAGE_WORDS = new Set(
  ('account activity api-tokens appointments dashboard errors history patients security settings support team ' +
    'temp-crm').split(' '),
);
const KEPT = new Set(['event_id', 'timestamp', 'level', 'platform', 'exception', 'tags']);
const LINE = /^(.*\/assets\/[\w.-]+\.js):(\d+):(\d+)$/;

/** Sends without cookies and without saying from where. */
const transport: NonNullable<BrowserOptions['transport']> = (options) =>
  createTransport(options, async ({ body }) => {
    const sent = typeof body === 'string' ? body : new Uint8Array(body);
    const quietly: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true };
    return { statusCode: (await fetch(options.url, { method: 'POST', body: sent, ...quietly })).status };
  });

let client: BrowserClient | undefined;

/** A page's address without what is not ours: `/dashboard/{}/team`. */
export function pageTemplate(path: string): string {
  const parts = path.split('/').filter(Boolean);
  return `/${parts.map((part) => (PAGE_WORDS.has(part) ? part : '{}')).join('/')}`;
}

/** A report in the words of Sentry's protocol: no message, no request, no user, nothing of the page. */
export function eventOf(report: Report): ErrorEvent {
  const lines = report.stack.split('\n').flatMap((line) => {
    const [, filename, row, column] = LINE.exec(line) ?? [];
    return filename ? [{ filename, lineno: Number(row), colno: Number(column), in_app: true }] : [];
  });
  return {
    type: undefined,
    level: 'error',
    platform: 'javascript',
    exception: { values: [{ type: report.kind, value: '', stacktrace: { frames: lines.reverse() } }] },
    tags: { page: pageTemplate(report.path) },
  };
}

/** Lets out what we wrote ourselves, should a later version of the library add to it. */
export function scrubbed(event: ErrorEvent): ErrorEvent {
  const kept = Object.entries(event).filter(([name]) => KEPT.has(name));
  return { ...Object.fromEntries(kept), type: undefined };
}

/** Sends a report to a service for errors. The library's own listening and looking around stay switched off. */
export function tell(service: string, report: Report): void {
  client ??= new BrowserClient({
    dsn: service,
    transport,
    stackParser: () => [],
    integrations: [],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    sendClientReports: false,
    beforeSend: scrubbed,
  });
  client.captureEvent(eventOf(report));
}
