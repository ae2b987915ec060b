import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { IdleWarning } from '@/features/identity/session/idle-warning';
import { sessionQuery } from '@/features/identity/session/queries';
import { leaveOnce, watchSession, type Leave } from '@/features/identity/session/session-watch';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';
import { FakeOffice, SESSION } from '../clinic/fake-office';
import { show } from '../clinic/show';

const TOUCH = 'POST /api/session/touch';
const LOGOUT = 'DELETE /api/session';
const MINUTE = 60_000;
let office: FakeOffice;
const go = vi.fn();
let leave: Leave;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-07-21T12:00:00Z') });
  go.mockClear();
  leave = leaveOnce(go);
  office = new FakeOffice().on(TOUCH, () => ({ status: 204 })).on(LOGOUT, () => ({ status: 204 }));
  setSignedInHint(true);
  history.replaceState(null, '', '/dashboard/downtown-medspa?date=2026-07-21');
  const { queries } = show(<IdleWarning leave={leave} />);
  queries.setQueryData(sessionQuery.queryKey, SESSION as never);
  await pass(0);
});
afterEach(() => void vi.useRealTimers());

const FRAME = 20; // a warning is shown with the frame after
async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.advanceTimersByTimeAsync(FRAME));
}
const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

describe('a session that nobody uses', () => {
  it('warns one minute before its end, counts down, and ends', async () => {
    await pass(14 * MINUTE - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent('1:00');
    await pass(15_000);
    expect(screen.getByRole('timer')).toHaveTextContent('0:45');
    await pass(45_000);
    const back = encodeURIComponent('/dashboard/downtown-medspa?date=2026-07-21');
    expect(go).toHaveBeenCalledExactlyOnceWith(`/login?next=${back}&ended=idle`);
    expect(office.askedOf(LOGOUT)).toHaveLength(1);
    expect(hasSignedInHint()).toBe(false);
  });

  it('tells the other tabs why it ended', async () => {
    const other = new BroadcastChannel('mia.signed-out');
    const heard = new Promise<unknown>((resolve) => other.addEventListener('message', ({ data }) => resolve(data)));
    await pass(15 * MINUTE);
    expect(await heard).toBe('idle');
    other.close();
  });

  it('is said to have ended for want of use also when another tab ended it first', async () => {
    const stop = watchSession(leave);
    office.refuse(LOGOUT, 401);
    await pass(15 * MINUTE);
    expect(go).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/&ended=idle$/));
    stop();
  });

  it('goes on when the reader stays, and the server hears of it at once', async () => {
    await pass(14 * MINUTE + 20_000);
    const before = office.askedOf(TOUCH).length;
    press('Stay signed in');
    expect(warning()).toBeNull();
    await pass(0);
    expect(office.askedOf(TOUCH)).toHaveLength(before + 1);
    await pass(14 * MINUTE - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).toBeInTheDocument();
    expect(go).not.toHaveBeenCalled();
  });

  it('ends at once when the reader says so', async () => {
    await pass(14 * MINUTE);
    press('Log out');
    await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/login'));
    expect(office.askedOf(LOGOUT)).toHaveLength(1);
  });

  it('leaves the page even when the server is out of reach', async () => {
    office.goDown();
    await pass(15 * MINUTE);
    expect(go).toHaveBeenCalledOnce();
  });

  it('is not kept alive by a page that merely stands open', async () => {
    await pass(13 * MINUTE);
    expect(office.askedOf(TOUCH)).toHaveLength(1); // opening it was activity
  });

  it('ends when a computer wakes after the end', async () => {
    vi.setSystemTime(new Date('2026-07-21T15:00:00Z'));
    fireEvent(document, new Event('visibilitychange'));
    await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  });
});

describe('a request', () => {
  const marked = async () => {
    await api.GET('/api/site');
    return office.askedOf('GET /api/site').at(-1)?.background;
  };
  beforeEach(() => void office.on('GET /api/site', () => ({ json: {} })));

  it('is marked as nobody’s doing once nobody has acted for ten seconds', async () => {
    await pass(9_000);
    expect(await marked()).toBe(false);
    await pass(2_000);
    expect(await marked()).toBe(true);
    fireEvent.keyDown(document.body);
    expect(await marked()).toBe(false);
  });

  it('that speaks for activity is not', async () => {
    await pass(45_000);
    expect(office.askedOf(TOUCH)[0]?.background).toBe(false);
  });
});

describe('a reader', () => {
  it.each(['pointerDown', 'keyDown', 'wheel', 'touchMove'] as const)('who acts (%s) is not warned, and the server hears of it', async (sign) => {
    await pass(10 * MINUTE);
    fireEvent[sign](document.body);
    await pass(45_000);
    expect(office.askedOf(TOUCH)).toHaveLength(2);
    await pass(13 * MINUTE);
    expect(warning()).toBeNull();
    await pass(MINUTE);
    expect(warning()).toBeInTheDocument();
  });

  it('who is busy in another tab is not warned in this one', async () => {
    const other = new BroadcastChannel('mia.activity');
    await pass(14 * MINUTE);
    expect(warning()).toBeInTheDocument();
    other.postMessage(Date.now());
    vi.useRealTimers();
    await vi.waitFor(() => expect(warning()).toBeNull());
    other.close();
  });

  it('does not answer the warning by accident', async () => {
    await pass(14 * MINUTE);
    fireEvent.wheel(document.body);
    fireEvent.keyDown(document.body);
    expect(warning()).toBeInTheDocument();
  });
});
