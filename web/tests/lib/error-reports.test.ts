import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorService, reduced, reportError, watchErrors, type Report } from '@/lib/error-reports';
import { eventOf, pageTemplate, scrubbed, tell } from '@/lib/error-service';

const SECRETS = ['Ana Ruiz', '(305) 555-0142', 'pat_01ja', 'ana-ruiz-md', 'evil.example'];

function errorOf(kind = TypeError, line = 12): Error {
  const error = new kind('Ana Ruiz (305) 555-0142 is not a function');
  error.stack = [
    `TypeError: ${error.message}`,
    '    at https://evil.example/extension.js:1:2',
    `    at g (https://mia.example/assets/app-R7d_CfV9.js:${line}:345)`,
    '    at h (https://mia.example/assets/client-Bib.js:1:9)',
  ].join('\n');
  return error;
}

const REPORT: Report = {
  kind: 'TypeError',
  stack: '/assets/app-R7d_CfV9.js:12:345\n/assets/client-Bib.js:1:9',
  path: '/dashboard/ana-ruiz-md/team',
};

let stop: () => void = () => {};
beforeEach(() => window.history.replaceState(null, '', '/dashboard/ana-ruiz-md/team?q=Ana#token'));
afterEach(() => stop());

test('an error is reduced to its kind, our own lines and the address without query and hash', () => {
  expect(reduced(errorOf(), location.pathname)).toEqual(REPORT);
});

test('what is no error, was given up, or is not of our code, is not told', () => {
  const foreign = new Error('x');
  foreign.stack = 'Error: x\n    at https://evil.example/extension.js:1:2';
  for (const thing of ['text', null, { message: 'x' }, foreign, new DOMException('x', 'AbortError')])
    expect(reduced(thing, '/')).toBeNull();
});

test('what nobody caught is sent once, to our own server, without its message', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  stop = watchErrors();
  const error = errorOf();
  window.dispatchEvent(new ErrorEvent('error', { error }));
  window.dispatchEvent(new ErrorEvent('error', { error }));
  reportError(error);
  expect(fetched).toHaveBeenCalledTimes(1);
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/errors');
  expect(JSON.parse(String(init?.body))).toEqual(REPORT);
});

test('a promise that nobody waited for is told too', () => {
  const told: Report[] = [];
  stop = watchErrors((report) => told.push(report));
  const event = new Event('unhandledrejection');
  Object.assign(event, { reason: errorOf(RangeError) });
  window.dispatchEvent(event);
  expect(told).toEqual([{ ...REPORT, kind: 'RangeError' }]);
});

test('a page that breaks without end stops telling', () => {
  const told: Report[] = [];
  stop = watchErrors((report) => told.push(report));
  for (let line = 0; line < 40; line += 1) reportError(errorOf(TypeError, line));
  expect(told).toHaveLength(10);
});

test('nothing is told before anybody listens, and after', () => {
  const told: Report[] = [];
  watchErrors((report) => told.push(report))();
  reportError(errorOf());
  expect(told).toEqual([]);
});

test('the service is read from the page, where the server has written one', () => {
  const page = document.createElement('div');
  page.innerHTML = '<meta name="error-service" content="https://key@errors.example/1">';
  expect(errorService(page)).toBe('https://key@errors.example/1');
  for (const unset of ['', '__ERROR_SERVICE__']) {
    page.innerHTML = `<meta name="error-service" content="${unset}">`;
    expect(errorService(page)).toBeUndefined();
  }
});

test('an address of a page keeps our own words only', () => {
  expect(pageTemplate('/dashboard/ana-ruiz-md/patients/pat_01ja')).toBe('/dashboard/{}/patients/{}');
});

test('the service is sent an event of our own making and nothing else', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  tell('https://key@errors.example/1', REPORT);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(String(address)).toContain('https://errors.example/api/1/envelope/');
  const sent = typeof init?.body === 'string' ? init.body : new TextDecoder().decode(init?.body as Uint8Array);
  expect(sent).toContain('"type":"TypeError"');
  expect(sent).toContain('/dashboard/{}/team');
  expect(sent).not.toContain('"infer_ip":"auto"');
  for (const secret of SECRETS) expect(sent).not.toContain(secret);
  for (const part of ['"request"', '"user"', '"breadcrumbs"', '"extra"', 'localhost']) expect(sent).not.toContain(part);
});

test('what a library might add is taken out', () => {
  const event = {
    ...eventOf(REPORT),
    message: 'Ana Ruiz',
    request: { url: 'https://mia.example/dashboard/ana-ruiz-md' },
    user: { email: 'ana@ruiz.example' },
    breadcrumbs: [{ message: '(305) 555-0142' }],
  };
  expect(Object.keys(scrubbed(event)).sort()).toEqual(['exception', 'level', 'platform', 'tags', 'type']);
  expect(JSON.stringify(scrubbed(event))).not.toMatch(/ana|305/i);
});
