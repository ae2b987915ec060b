import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshChanged } from '@/app/clinic/refresh';
import { clinicQuery, sessionQuery } from '@/features/identity/session/queries';
import { activitiesQuery, activityQuery } from '@/features/inbox/history/queries';
import { DEFAULT_SORT } from '@/features/inbox/history/sort';
import { tasksQuery } from '@/features/inbox/tasks/queries';
import { profileQuery, sightingsQuery } from '@/features/patients/queries';
import { appointmentsQuery } from '@/features/schedule/day/queries';
import { bundle } from '@/features/shell/live/bundle';
import type { Change, Connection, LiveState } from '@/features/shell/live/event-source';
import { follow } from '@/features/shell/live/shared-stream';
import { FakeEventSource, FakeLocks } from './live-fakes';

const URL = '/api/clinics/downtown-medspa/events';

function tab() {
  const heard = { changes: [] as Change[], states: [] as LiveState[], ready: 0, refused: 0 };
  const connection: Connection = follow(URL, {
    onChange: (change) => heard.changes.push(change),
    onState: (state) => heard.states.push(state),
    onReady: () => (heard.ready += 1),
    onRefused: () => (heard.refused += 1),
  });
  tabs.push(connection);
  return { heard, connection };
}

let tabs: Connection[] = [];
const only = () => FakeEventSource.open()[0] as FakeEventSource;
const untilOpen = (count: number) => vi.waitFor(() => expect(FakeEventSource.open()).toHaveLength(count));

beforeEach(() => {
  FakeEventSource.forget();
  vi.stubGlobal('EventSource', FakeEventSource);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new FakeLocks() });
});
afterEach(() => {
  tabs.forEach((one) => one.close());
  tabs = [];
  vi.useRealTimers();
});

describe('the stream of a clinic', () => {
  it('is one per browser, and every tab hears it', async () => {
    const [first, second] = [tab(), tab()];
    await untilOpen(1);
    only().arrives();
    only().say('ready', {});
    only().say('activity.changed', { id: 'act_1' });
    const change = { topic: 'activity.changed', id: 'act_1' };
    await vi.waitFor(() => expect(second.heard.changes).toEqual([change]));
    expect(first.heard.changes).toEqual([change]);
    expect([first.heard.ready, second.heard.ready]).toEqual([1, 1]);
    expect(FakeEventSource.made).toHaveLength(1);
    expect(only().url).toBe(URL);
  });

  it('begins after the news that the page knows', async () => {
    tabs.push(follow(URL, { onChange: () => {}, onState: () => {}, onReady: () => {}, onRefused: () => {} }, 7));
    await untilOpen(1);
    expect(only().url).toBe(`${URL}?after=7`);
  });

  it('passes to the next tab when the leading one closes', async () => {
    const [first, second] = [tab(), tab()];
    await untilOpen(1);
    first.connection.close();
    await vi.waitFor(() => expect(FakeEventSource.made).toHaveLength(2));
    await untilOpen(1);
    only().say('task.changed', { id: 'tsk_1' });
    expect(second.heard.changes).toEqual([{ topic: 'task.changed', id: 'tsk_1' }]);
    expect(first.heard.changes).toEqual([]);
  });

  it('tells a tab that opens later how it stands', async () => {
    tab();
    await untilOpen(1);
    only().arrives();
    const late = tab();
    await vi.waitFor(() => expect(late.heard.states.at(-1)).toBe('live'));
  });

  it('is left to the browser to resume, which knows the last event', async () => {
    const { heard } = tab();
    await untilOpen(1);
    only().arrives();
    only().breaks(FakeEventSource.CONNECTING);
    only().arrives();
    expect(heard.states).toEqual(['connecting', 'connecting', 'live', 'lost', 'live']);
    expect(heard.refused).toBe(0);
    expect(FakeEventSource.made).toHaveLength(1);
  });

  it('is opened again, later and later, when the browser gives up, and at once when asked', async () => {
    const { heard, connection } = tab();
    await untilOpen(1);
    vi.useFakeTimers();
    only().breaks(FakeEventSource.CLOSED);
    expect(heard.refused).toBe(1);
    vi.advanceTimersByTime(999);
    expect(FakeEventSource.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.made).toHaveLength(2);
    only().breaks(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(1_999);
    expect(FakeEventSource.made).toHaveLength(2);
    connection.retry();
    expect(FakeEventSource.made).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.made).toHaveLength(3);
  });

  it('can be asked for by a tab that does not lead', async () => {
    tab();
    const second = tab();
    await untilOpen(1);
    only().breaks(FakeEventSource.CLOSED);
    second.connection.retry();
    await vi.waitFor(() => expect(FakeEventSource.made).toHaveLength(2));
  });

  it('is one per tab where browsers cannot share', () => {
    Reflect.deleteProperty(navigator, 'locks');
    tab();
    tab();
    expect(FakeEventSource.open()).toHaveLength(2);
  });
});

describe('a burst of changes', () => {
  const collected = () => {
    const passed: number[][] = [];
    let finish = () => {};
    const gathered = bundle<number>((items) => {
      passed.push(items);
      return new Promise<void>((resolve) => (finish = resolve));
    });
    return { passed, gathered, finish: () => finish() };
  };

  it('passes the first at once and the rest together, when the first has been dealt with', async () => {
    vi.useFakeTimers();
    const { passed, gathered, finish } = collected();
    gathered.add(1);
    expect(passed).toEqual([[1]]);
    gathered.add(2);
    gathered.add(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(passed).toEqual([[1]]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toEqual([[1], [2, 3]]);
    finish();
    await vi.advanceTimersByTimeAsync(250);
    gathered.add(4);
    expect(passed).toEqual([[1], [2, 3], [4]]);
  });

  it('waits for what is never dealt with no longer than five seconds', async () => {
    vi.useFakeTimers();
    const { passed, gathered } = collected();
    gathered.add(1);
    gathered.add(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(passed).toEqual([[1], [2]]);
  });

  it('is dropped with the page', async () => {
    vi.useFakeTimers();
    const { passed, gathered, finish } = collected();
    gathered.add(1);
    gathered.add(2);
    gathered.drop();
    finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(passed).toEqual([[1]]);
  });
});

describe('a change', () => {
  const HERE = 'downtown-medspa';
  const LOADED: Record<string, readonly unknown[]> = {
    session: sessionQuery.queryKey,
    'history elsewhere': activitiesQuery('harbor-skin', '', DEFAULT_SORT).queryKey,
    clinic: clinicQuery(HERE).queryKey,
    history: activitiesQuery(HERE, 'jo', DEFAULT_SORT).queryKey,
    'entry act_1': activityQuery(HERE, 'act_1').queryKey,
    'entry act_2': activityQuery(HERE, 'act_2').queryKey,
    day: appointmentsQuery(HERE, null).queryKey,
    'patient pat_1': profileQuery(HERE, 'pat_1').queryKey,
    'patient pat_2': profileQuery(HERE, 'pat_2').queryKey,
    'sightings of pat_1': sightingsQuery(HERE, 'pat_1').queryKey,
    tasks: tasksQuery(HERE).queryKey,
  };

  function staleAfter(...changes: Change[]) {
    const queries = new QueryClient();
    for (const key of Object.values(LOADED)) queries.setQueryData(key, {});
    void refreshChanged(queries, HERE, changes);
    return Object.keys(LOADED).filter((name) => queries.getQueryState(LOADED[name]!)?.isInvalidated);
  }

  it('loads anew only what it concerns, in its own clinic', () => {
    const patients = ['patient pat_1', 'patient pat_2'];
    expect(staleAfter({ topic: 'activity.changed', id: 'act_1' })).toEqual(['history', 'entry act_1', ...patients]);
    expect(staleAfter({ topic: 'appointment.changed', id: 'apt_1' })).toEqual(['day', ...patients]);
    expect(staleAfter({ topic: 'patient.changed', id: 'pat_1' })).toEqual(['patient pat_1']);
    expect(staleAfter({ topic: 'task.changed', id: 'tsk_1' })).toEqual(['tasks']);
  });
});
