import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { SiteHeader } from '@/features/site/frame/header';
import { greetMember, watchMember } from '@/features/site/behavior/member';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';

const replace = vi.fn();
const assign = vi.fn();
const request = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

/** The page as `greetMember` sees it: our header at an address of our choice. */
function pageAt(pathname: string): Document {
  document.body.innerHTML = renderToStaticMarkup(createElement(SiteHeader));
  const defaultView = { location: { pathname, replace, assign } };
  return {
    defaultView,
    querySelector: (selector: string) => document.querySelector(selector),
  } as unknown as Document;
}

const member = (home: string | null) =>
  Response.json({ user: { email: 'owner@downtown-medspa.example' }, clinics: [], home });

beforeEach(() => {
  vi.stubGlobal('fetch', request.mockReset());
  replace.mockReset();
  assign.mockReset();
  setSignedInHint(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setSignedInHint(false);
});

const hidden = (selector: string) => document.querySelector<HTMLElement>(selector)!.hidden;

describe('a public page', () => {
  it('asks the server nothing about a visitor who never signed in', async () => {
    setSignedInHint(false);
    await greetMember(pageAt('/'));
    expect(request).not.toHaveBeenCalled();
    expect(hidden('[data-for-visitor]')).toBe(false);
  });

  it('takes a member from the landing page to the clinic', async () => {
    request.mockResolvedValue(member('/dashboard/downtown-medspa'));
    await greetMember(pageAt('/'));
    expect(replace).toHaveBeenCalledWith('/dashboard/downtown-medspa');
  });

  it('greets a member on the other pages, in place of Login and Book a Demo', async () => {
    request.mockResolvedValue(member('/dashboard/downtown-medspa'));
    await greetMember(pageAt('/learn-more'));
    expect(replace).not.toHaveBeenCalled();
    expect(document.querySelector('[data-member-greeting]')?.textContent).toBe('Welcome owner@downtown-medspa.example');
    expect([hidden('[data-for-visitor]'), hidden('[data-for-member]')]).toEqual([true, false]);
  });

  it('follows sign-ins and sign-outs in other tabs', async () => {
    setSignedInHint(false);
    watchMember(pageAt('/learn-more'));
    expect(hidden('[data-for-member]')).toBe(true);
    request.mockResolvedValue(member('/dashboard/downtown-medspa'));
    setSignedInHint(true);
    dispatchEvent(new StorageEvent('storage', { key: 'mia.signed-in', newValue: '1' }));
    await vi.waitFor(() => expect([hidden('[data-for-visitor]'), hidden('[data-for-member]')]).toEqual([true, false]));
    new BroadcastChannel('mia.signed-out').postMessage(undefined);
    await vi.waitFor(() => expect([hidden('[data-for-visitor]'), hidden('[data-for-member]')]).toEqual([false, true]));
    expect(document.querySelector('[data-member-greeting]')?.textContent).toBe('');
  });

  it('stays silent, and forgets the hint, when the session is over', async () => {
    request.mockResolvedValue(new Response(null, { status: 401 }));
    await greetMember(pageAt('/'));
    expect(hasSignedInHint()).toBe(false);
    expect(hidden('[data-for-visitor]')).toBe(false);
  });

  it('stays silent when the server cannot be reached', async () => {
    request.mockRejectedValue(new TypeError('offline'));
    await greetMember(pageAt('/'));
    expect(hidden('[data-for-visitor]')).toBe(false);
    expect(hasSignedInHint()).toBe(true);
  });

  it('logs out with a full load of the landing page', async () => {
    request.mockResolvedValueOnce(member(null)).mockResolvedValueOnce(new Response(null, { status: 204 }));
    await greetMember(pageAt('/learn-more'));
    document.querySelector<HTMLElement>('[data-logout]')!.click();
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(request).toHaveBeenLastCalledWith('/api/session', expect.objectContaining({ method: 'DELETE' }));
    expect(hasSignedInHint()).toBe(false);
  });
});
