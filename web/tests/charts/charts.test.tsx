import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BarChart } from '@/ui/charts/bar-chart';
import { FunnelChart } from '@/ui/charts/funnel-chart';
import { HeatGrid } from '@/ui/charts/heat-grid';
import { LineChart } from '@/ui/charts/line-chart';
import { standalone } from '@/ui/charts/png';
import { RowChart } from '@/ui/charts/row-chart';

vi.mock('@/lib/save-file', () => ({ saveFile: vi.fn() }));
const { saveFile } = await import('@/lib/save-file');

afterEach(() => vi.clearAllMocks());

const DAYS = {
  title: 'Bookings by day',
  labelName: 'Day',
  labels: ['November 1', 'November 2', 'November 3'],
  series: [
    { name: 'Booked', values: [4, 0, 7] },
    { name: 'Missed', values: [1, null, 2] },
  ],
  format: (value: number) => `${value}`,
};

const SHAPES = [
  ['lines', <LineChart key="line" {...DAYS} area />],
  ['bars', <BarChart key="bar" {...DAYS} />],
  ['stacked bars', <BarChart key="stacked" {...DAYS} stacked />],
  ['rows', <RowChart key="row" {...DAYS} />],
] as const;

describe.each(SHAPES)('a chart of %s', (_, chart) => {
  it('says each point in words, one of them in the order of the Tab key', () => {
    render(chart);
    const points = screen.getAllByRole('img');
    expect(points.map((point) => point.getAttribute('aria-label'))).toEqual([
      'November 1: Booked 4, Missed 1',
      'November 2: Booked 0, Missed unknown',
      'November 3: Booked 7, Missed 2',
    ]);
    expect(points.map((point) => point.getAttribute('tabindex'))).toEqual(['0', '-1', '-1']);
  });

  it('is walked by the arrow keys, to its ends and no further', () => {
    render(chart);
    const [first, second, last] = screen.getAllByRole('img');
    fireEvent.focus(first!);
    fireEvent.keyDown(first!, { key: 'ArrowRight' });
    expect(second).toHaveFocus();
    fireEvent.keyDown(second!, { key: 'End' });
    fireEvent.keyDown(last!, { key: 'ArrowRight' });
    expect(last).toHaveFocus();
    fireEvent.keyDown(last!, { key: 'Home' });
    expect(first).toHaveFocus();
  });

  it('is a table for those who want one', async () => {
    render(chart);
    await userEvent.click(screen.getByRole('button', { name: 'Show as a table: Bookings by day' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Day', 'Booked', 'Missed'],
      ['November 1', '4', '1'],
      ['November 2', '0', '–'],
      ['November 3', '7', '2'],
    ]);
  });

  it('tells its series apart without colour', () => {
    const { container } = render(chart);
    const marks = container.querySelectorAll('svg[role="group"] [fill^="url(#"], svg[role="group"] [stroke-dasharray]');
    expect(marks.length).toBeGreaterThan(0);
  });
});

it('exports a file in which no text is a formula', async () => {
  render(
    <RowChart
      title="Revenue by service"
      labelName="Service"
      labels={['=HYPERLINK("x")', '+1', 'Plain, with comma', '@SUM']}
      series={[{ name: 'Revenue', values: [120_050, 0, 5_000, null] }]}
      format={(cents) => `$${cents / 100}`}
      plain={(cents) => cents / 100}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Revenue by service' }));
  const [name, file] = vi.mocked(saveFile).mock.calls[0]!;
  expect(name).toBe('revenue-by-service.csv');
  expect(await file.text()).toBe(
    'Service,Revenue\r\n"\'=HYPERLINK(""x"")",1200.5\r\n\'+1,0\r\n"Plain, with comma",50\r\n\'@SUM,\r\n',
  );
});

it('becomes a picture that needs no stylesheet', () => {
  const { container } = render(<BarChart {...DAYS} />);
  const document = standalone(container.querySelector('svg[role="group"]')!, 'white');
  expect(document).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(document).not.toContain('class=');
  expect(document).not.toContain('tabindex');
});

it('says so when there is nothing to draw, and offers nothing to save', () => {
  render(<LineChart {...DAYS} series={[{ name: 'Booked', values: [0, null, 0] }]} empty="No bookings yet" />);
  expect(screen.getByText('No bookings yet')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('walks a grid in both directions', () => {
  render(<HeatGrid {...DAYS} />);
  const cell = (name: string) => screen.getByRole('img', { name });
  fireEvent.focus(cell('November 1, Booked: 4'));
  fireEvent.keyDown(cell('November 1, Booked: 4'), { key: 'ArrowDown' });
  expect(cell('November 1, Missed: 1')).toHaveFocus();
  fireEvent.keyDown(cell('November 1, Missed: 1'), { key: 'ArrowRight' });
  expect(cell('November 2, Missed: 0')).toHaveFocus();
});

it('gives each stage of a funnel its share of the one before', () => {
  render(
    <FunnelChart
      title="From due to treated"
      labelName="Stage"
      valueName="Patients"
      stages={[
        { label: 'Due', value: 100 },
        { label: 'Contacted', value: 80 },
        { label: 'Booked', value: 20 },
      ]}
      format={String}
    />,
  );
  expect(screen.getAllByRole('img').map((stage) => stage.getAttribute('aria-label'))).toEqual([
    'Due: 100',
    'Contacted: 80, 80% of due',
    'Booked: 20, 25% of contacted',
  ]);
});
