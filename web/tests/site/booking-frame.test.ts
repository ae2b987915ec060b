import { beforeEach, describe, expect, it } from 'vitest';
import { watchBookingFrame } from '@/features/site/behavior/booking-frame';

const OURS = 'http://mia.example';
const calendar = {} as Window;
let frame: HTMLIFrameElement;
let page: Document;
let tell: (event: MessageEvent) => void;

/** A page with the calendar of an address; nothing is loaded. */
function openPage(src: string): void {
  frame = document.createElement('iframe');
  Object.defineProperties(frame, { src: { value: src }, contentWindow: { value: calendar } });
  page = document.implementation.createHTMLDocument();
  const location = { href: `${OURS}/book-demo`, origin: OURS };
  const addEventListener = (_: string, listener: typeof tell) => (tell = listener);
  watchBookingFrame(frame, { location, addEventListener, document: page } as unknown as Window);
}

const say = (data: unknown, from: { origin?: string; source?: Window | null } = {}) =>
  tell({ data, origin: OURS, source: calendar, ...from } as MessageEvent);

beforeEach(() => openPage('/embed/booking'));

describe('the frame of the booking calendar', () => {
  it.each([['formSubmitted'], [{ type: 'formSubmitted' }]])('sets a flag when the calendar says %j', (data) => {
    say(data);
    expect(frame.dataset['submitted']).toBe('true');
  });

  it.each([
    ['another origin', { origin: 'http://elsewhere.example' }],
    ['another window', { source: null }],
  ])('hears nothing from %s', (_, from) => {
    say('formSubmitted', from);
    expect(frame.dataset['submitted']).toBeUndefined();
  });

  it('is as high as our calendar says, within reason', () => {
    say({ type: 'bookingHeight', height: 500.4 });
    expect(frame.style.height).toBe('501px');
    say({ type: 'bookingHeight', height: 1e9 });
    expect(frame.style.height).toBe('2000px');
  });

  it.each([[null], [7], [{ type: 'bookingHeight', height: 'tall' }], ['hello']])('ignores %j', (data) => {
    say(data);
    expect([frame.dataset['submitted'], frame.style.height]).toEqual([undefined, '']);
  });

  it('brings the form script of another provider, believes only its origin, and lets it not set the height', () => {
    openPage('https://calendar.example/widget/booking/abc');
    expect(page.querySelector('script')?.src).toBe('https://calendar.example/js/form_embed.js');
    say('formSubmitted');
    expect(frame.dataset['submitted']).toBeUndefined();
    say({ type: 'bookingHeight', height: 500 }, { origin: 'https://calendar.example' });
    expect(frame.style.height).toBe('');
    say('formSubmitted', { origin: 'https://calendar.example' });
    expect(frame.dataset['submitted']).toBe('true');
  });

  it('fetches no form script where no demos are booked', () => {
    openPage('about:blank');
    expect(page.querySelector('script')).toBeNull();
  });
});
