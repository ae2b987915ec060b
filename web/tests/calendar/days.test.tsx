import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BlockDialog } from '@/features/schedule/calendar/blocks/block-dialog';
import { UnblockDialog } from '@/features/schedule/calendar/blocks/unblock-dialog';
import { TellDialog } from '@/features/schedule/calendar/book/tell-dialog';
import { Days } from '@/features/schedule/calendar/days';
import type { CalendarData } from '@/features/schedule/calendar/queries';
import { tintsOf } from '@/features/schedule/calendar/tints';
import { Steps } from '@/features/schedule/calendar/toolbar';
import { readView } from '@/features/schedule/calendar/view';
import { keepTellWhenDragged, tellWhenDragged } from '@/lib/drag-notice';
import { CLINIC, FakeOffice, SLUG } from '../clinic/fake-office';
import { show, windowIs } from '../clinic/show';
import { DATA, VISIT, ZONE } from './a-day';

const VIEW = readView(new URLSearchParams());
const onDay = vi.fn();

beforeEach(() => {
  windowIs('wide');
  onDay.mockReset();
  keepTellWhenDragged(null);
});

function showDays(data: CalendarData, mayWrite = true) {
  const names = { tints: tintsOf(data), roomNames: new Map<string, string>(), providerNames: new Map<string, string>() };
  const presses = { onDay, onOpen: vi.fn(), onOpenBlock: vi.fn(), onDrop: vi.fn(), onEmpty: vi.fn() };
  return show(<Days data={data} view={VIEW} mayWrite={mayWrite} {...names} {...presses} />);
}

describe('the days', () => {
  it('have a legend with the color of each provider, which their visits have too', () => {
    showDays(DATA);
    const legend = screen.getByRole('list', { name: 'Legend' });
    for (const word of ['Dr. Reyes', 'Nurse Kim', 'Confirmed', 'Checked in', 'Overbooked', 'New from Mia']) expect(legend).toHaveTextContent(word);
    const marks = [...legend.querySelectorAll('li > span')].map(({ className }) => /bg-(\w+)$/.exec(className)?.[1]);
    expect(marks.slice(0, 3)).toEqual(['petrol', 'violet', 'info']);
    expect(screen.getByRole('button', { name: /^Ana Ruiz/ })).toHaveClass('border-l-petrol');
  });

  it.each(['wide', 'narrow'] as const)('lead from one on which all is closed to the next that is open, on a %s screen', async (size) => {
    windowIs(size);
    const closed = { ...DATA, visits: [], blocks: [], days: [{ ...DATA.days[0]!, working: [] }], next_open: '2026-03-30' };
    showDays(closed);
    await userEvent.click(screen.getByRole('button', { name: 'Show Monday, March 30' }));
    expect(onDay).toHaveBeenCalledWith('2026-03-30');
  });

  it('say on a phone whose time is blocked, or which room', () => {
    windowIs('narrow');
    const [block] = DATA.blocks;
    const other = { ...block!, id: 'blk_2', provider_id: 'prv_1', room_id: null, reason: 'Lunch' };
    const two = { ...DATA, blocks: [block!, other], locations: [...DATA.locations, { id: 'loc_2', name: 'Downtown Branch' }] };
    showDays(two);
    const blocked = screen.getAllByRole('button', { name: /Blocked/ }).map(({ textContent }) => textContent);
    expect(blocked[0]).toContain('Blocked: PaintB, Main Office');
    expect(blocked[1]).toContain('Blocked: LunchDr. Reyes');
  });

  it('are chosen from the browser’s own picker', () => {
    const onView = vi.fn();
    show(<Steps title="Thursday, March 26" date="2026-03-26" view={VIEW} onStep={vi.fn()} onView={onView} />);
    fireEvent.change(screen.getByLabelText('Go to date'), { target: { value: '2026-04-02' } });
    expect(onView).toHaveBeenLastCalledWith({ date: '2026-04-02' });
  });
});

describe('whether patients are told of a drag', () => {
  it('is remembered on this device until one asks to be asked again', async () => {
    const onMove = vi.fn();
    const dropped = { visit: VISIT, place: { starts_at: '2026-03-26T19:00:00Z', provider_id: 'prv_1', room_id: null } };
    const { unmount } = show(<TellDialog timeZone={ZONE} dropped={dropped} onMove={onMove} onClose={vi.fn()} />);
    await userEvent.click(await screen.findByLabelText('Remember my choice on this device'));
    await userEvent.click(screen.getByText('Don’t notify'));
    expect(onMove).toHaveBeenCalledWith({ ...dropped, tell: false });
    expect(tellWhenDragged()).toBe(false);
    unmount();

    showDays(DATA);
    expect(screen.getByText(/^Patients aren’t notified when you drag/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Ask me each time' }));
    expect(tellWhenDragged()).toBeNull();
    expect(screen.queryByText(/when you drag/)).not.toBeInTheDocument();
  });
});

describe('blocked time', () => {
  it('repeats until a day, and skips days that have visits', async () => {
    const office = new FakeOffice().on(`POST ${CLINIC}/blocks`, () => ({ json: { items: [DATA.blocks[0], DATA.blocks[0]] } }));
    show(<BlockDialog slug={SLUG} data={DATA} at={Date.parse('2026-03-26T16:00:00Z')} onDone={() => Promise.resolve()} onClose={vi.fn()} />);
    await userEvent.selectOptions(await screen.findByLabelText('Repeats'), 'Every weekday');
    expect(screen.getByLabelText('Last day')).toHaveValue('2026-06-18');
    await userEvent.click(screen.getByLabelText(/^Skip days/));
    await userEvent.type(screen.getByLabelText('Reason'), 'Lunch');
    await userEvent.click(screen.getByText('Block time', { selector: 'button' }));
    expect(await screen.findByText('Time blocked on 2 days.')).toBeInTheDocument();
    expect(office.asked[0]?.body).toMatchObject({ provider_id: 'prv_1', repeat: { rhythm: 'weekdays', until: '2026-06-18', skip_taken: true } });
  });

  it('is given free once, or from here on, and names the room with its location', async () => {
    const office = new FakeOffice().on(`DELETE ${CLINIC}/blocks/blk_1`, () => ({ status: 204 }));
    const data = { ...DATA, locations: [...DATA.locations, { id: 'loc_2', name: 'Downtown Branch' }] };
    const block = { ...DATA.blocks[0]!, series_id: 'ser_1' };
    show(<UnblockDialog slug={SLUG} data={data} block={block} mayWrite onDone={() => Promise.resolve()} onClose={vi.fn()} />);
    expect(await screen.findByText(/^B, Main Office: .* It repeats\.$/)).toBeInTheDocument();
    await userEvent.click(screen.getByText('Unblock this and following'));
    await waitFor(() => expect(office.asked[0]?.search).toBe('?following=true'));
    await userEvent.click(screen.getByText('Unblock this one'));
    await waitFor(() => expect(office.asked[1]?.search).toBe('?following=false'));
  });
});
