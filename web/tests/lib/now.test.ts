import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { isOverdue } from '@/features/inbox/queue/filters';
import type { Task } from '@/features/inbox/tasks/queries';
import { dayIn } from '@/lib/time/clinic-time';
import { learnTime, now } from '@/lib/time/now';

const OURS = Date.parse('2026-11-24T15:00:00Z');
const after = (seconds: number) => new Date(OURS + seconds * 1000).toUTCString();

beforeEach(() => vi.useFakeTimers({ now: OURS, toFake: ['Date'] }));
afterEach(() => {
  learnTime(new Date().toUTCString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the practice’s time', () => {
  it('is this computer’s until an answer says otherwise', () => {
    expect(now()).toBe(OURS);
    learnTime(null);
    learnTime('soon');
    expect(now()).toBe(OURS);
  });

  it('follows the server’s clock, and goes on with it', () => {
    learnTime(after(3600));
    expect(now()).toBe(OURS + 3_600_000);
    vi.setSystemTime(OURS + 60_000);
    expect(now()).toBe(OURS + 3_660_000);
  });

  it('does not jump to and fro by what an answer takes', () => {
    learnTime(after(3600));
    learnTime(after(3603));
    expect(now()).toBe(OURS + 3_600_000);
    learnTime(after(2));
    expect(now()).toBe(OURS);
  });

  it('decides what is overdue, and what day it is, from the first answer on', async () => {
    const task = { due_at: '2026-11-25T12:00:00Z', completed_at: null } as Task;
    expect(isOverdue(task)).toBe(false);
    const headers = { date: after(24 * 3600), 'content-type': 'application/json' };
    vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
    await api.GET('/api/session');
    expect(isOverdue(task)).toBe(true);
    expect(dayIn('America/New_York')).toBe('2026-11-25');
  });
});
