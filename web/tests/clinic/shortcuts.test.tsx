import { queryOptions } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandsOf } from '@/app/clinic/places';
import type { Command } from '@/features/shell/command-palette';
import { Shortcuts } from '@/features/shell/shortcuts';
import { findCommands } from '@/lib/find-command';
import { SLUG } from './fake-office';
import { show, windowIs } from './show';

const COMMANDS = commandsOf({
  slug: 'downtown-medspa',
  sample: true,
  permissions: ['clinic.open', 'patients.read', 'transcripts.read', 'history.read'],
});

beforeEach(() => {
  windowIs('wide');
  localStorage.clear();
});

const page = () =>
  show(
    <>
      <input data-shortcut="search" aria-label="Search" />
      <Shortcuts commands={COMMANDS} />
    </>,
  );

describe('the command palette', () => {
  it('opens with Ctrl+K, finds by a few letters, and goes there', async () => {
    const { path } = page();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Page or command' }), 'mess');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Messages']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/dashboard/downtown-medspa/messages'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('keeps what is typed before its script has come', async () => {
    page();
    await userEvent.keyboard('{Control>}k{/Control}mess');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Page or command' })).toHaveValue('mess'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Messages']);
  });

  it('is moved through with the arrows, around the ends', async () => {
    page();
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Keyboard shortcuts');
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Dashboard');
  });

  it('never moves what is highlighted: people come below what begins with the text', async () => {
    const people: Command[] = [{ key: 'pat_1', label: 'Messina Rossi' }, { key: 'pat_2', label: 'Calla Logan' }];
    const search = (typed: string) => queryOptions({ queryKey: ['palette', SLUG, typed], queryFn: () => Promise.resolve(people) });
    const { path } = show(<Shortcuts commands={COMMANDS} search={search} />);
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Page or command' });
    const options = () => screen.getAllByRole('option').map((option) => option.textContent);
    await userEvent.type(field, 'call logs');
    await waitFor(() => expect(options()).toEqual(['Call Logs', 'Messina Rossi', 'Calla Logan']));
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Call Logs');

    // What the arrow reached before people were there stays, and so does all above it.
    await userEvent.clear(field);
    await userEvent.type(field, 'pa{ArrowDown}');
    const reached = options().slice(0, 2);
    await waitFor(() => expect(options()).toContain('Calla Logan'));
    expect(options().slice(0, 2)).toEqual(reached);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(reached[1]!);

    await userEvent.clear(field);
    await userEvent.type(field, 'mess');
    await waitFor(() => expect(options()).toEqual(['Messages', 'Messina Rossi', 'Calla Logan']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/dashboard/downtown-medspa/messages'));
  });

  it('puts what begins with the text first', () => {
    expect(findCommands([{ label: 'All Patients' }, { label: 'Patients’ phones' }], 'pat')[0]?.label).toBe('Patients’ phones');
    expect(findCommands(COMMANDS, 'nothing like it')).toEqual([]);
  });
});

describe('single keys', () => {
  it('search and help, but never while somebody types', async () => {
    page();
    await userEvent.keyboard('/');
    const field = screen.getByRole('textbox', { name: 'Search' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('?');
    expect(field).toHaveValue('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be switched off', async () => {
    page();
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.keyboard('{Escape}');
    expect(localStorage.getItem('mia.single-keys')).toBe('off');
    await userEvent.keyboard('/');
    expect(screen.getByRole('textbox', { name: 'Search' })).not.toHaveFocus();
  });
});
