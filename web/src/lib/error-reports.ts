/**
 * Tells when a page met an error that no one expected: which kind, on which line of which script, on which page.
 *
 * Never an error's message or a value: both may name a patient. The server keeps only names of our own code of what
 * it is sent (`POST /api/errors`). Where the practice has set up a service for errors, reports go there instead, by a
 * script that is loaded with the first report.
 */
export interface Report {
  kind: string;
  /** The lines of the stack that stand in our own scripts, innermost first. */
  stack: string;
  /** The address without query and hash. */
  path: string;
}

export type Send = (report: Report) => void;

const MOST_REPORTS = 10;
const OWN_LINE = /\/assets\/[\w.-]+\.js:\d+:\d+/g;
/** A call that was given up, and one that the server refused or did not hear: pages expect both. */
const EXPECTED = new Set(['AbortError', 'ApiError']);

let report: (error: unknown) => void = () => {};

/** What may be told of an error; null when it is none, or none of ours (a browser's extension, say). */
export function reduced(error: unknown, path: string): Report | null {
  if (!(error instanceof Error) || EXPECTED.has(error.name)) return null;
  const stack = (error.stack ?? '').match(OWN_LINE)?.join('\n') ?? '';
  return stack ? { kind: error.name, stack, path } : null;
}

function tellOurServer(told: Report): void {
  const headers = { 'Content-Type': 'application/json' };
  void fetch('/api/errors', { method: 'POST', headers, body: JSON.stringify(told), keepalive: true }).catch(() => {});
}

function tellService(service: string): Send {
  return (told) => {
    void import('./error-service').then(({ tell }) => tell(service, told)).catch(() => {});
  };
}

/** The address of the service for errors that the server wrote into the page, if the practice has one. */
export function errorService(page: ParentNode = document): string | undefined {
  const address = page.querySelector<HTMLMetaElement>('meta[name="error-service"]')?.content;
  return address?.startsWith('http') ? address : undefined;
}

/** Listens for what no one caught, from now on. Each error is told once, and not without end. */
export function watchErrors(send: Send = tellOurServer): () => void {
  const known = new Set<string>();
  report = (error) => {
    const told = reduced(error, location.pathname);
    const key = told && `${told.kind} ${told.stack}`;
    if (!told || !key || known.has(key) || known.size >= MOST_REPORTS) return;
    known.add(key);
    send(told);
  };
  const onError = (event: ErrorEvent) => report(event.error);
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
    report = () => {};
  };
}

/** Where reports of the clinic area go: to the practice's service for errors, else to our server. */
export function clinicReports(): Send {
  const service = errorService();
  return service ? tellService(service) : tellOurServer;
}

/** For errors that were caught, such as those a boundary shows a page of its own for. */
export function reportError(error: unknown): void {
  report(error);
}
