import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { closedAt, commandsOf, placesOf } from '@/app/clinic/places';
import { History } from '@/features/inbox/history/history';
import { TaskList } from '@/features/inbox/tasks/task-list';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

type Permissions = Parameters<typeof placesOf>[0]['permissions'];

/** The server's own table, as it is generated from the role matrix: what each role may do. */
function matrix(): Map<string, Permissions> {
  const text = readFileSync('../docs/security/roles.md', 'utf8');
  const [head = [], , ...rows] = text
    .slice(text.indexOf('| Permission |'), text.indexOf('## ', text.indexOf('| Permission |')))
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim().replaceAll('`', '')));
  return new Map(
    head.slice(1).map((role, place) => [role, rows.filter((row) => row[place + 1] === 'yes').map(([name]) => name) as unknown as Permissions]),
  );
}

const PAGES: Record<string, [label: string, needs: Permissions[number]]> = {
  tasks: ['Tasks', 'tasks.read'],
  calendar: ['Calendar', 'appointments.read'],
  messages: ['Messages', 'transcripts.read'],
  patients: ['Patients', 'patients.read'],
  leads: ['Leads', 'leads.read'],
  'rebooking-analytics': ['Rebooking Analytics', 'figures.read'],
  calls: ['Call Logs', 'history.read'],
  settings: ['Settings', 'clinic.manage'],
  team: ['Team', 'team.manage'],
  activity: ['Activity log', 'audit.read'],
  'api-tokens': ['API tokens', 'tokens.manage'],
  support: ['Support', 'support.manage'],
};

describe.each([...matrix()])('the interface of %s', (_role, permissions) => {
  const clinic = { slug: SLUG, permissions, sample: false };

  it('offers the pages that the role matrix opens, and closes the others at their address', () => {
    const offered = placesOf(clinic).flatMap(({ places }) => places.map(({ label }) => label));
    const commands = commandsOf(clinic).map(({ label }) => label);
    for (const [path, [label, needs]] of Object.entries(PAGES)) {
      const may = permissions.includes(needs);
      expect([label, offered.includes(label), commands.includes(label)]).toEqual([label, may, may]);
      if (path !== 'settings') for (const below of ['', '/x']) expect(closedAt(clinic, `/dashboard/${SLUG}/${path}${below}`)).toBe(may ? undefined : label);
    }
    expect(closedAt(clinic, `/dashboard/${SLUG}`)).toBeUndefined();
  });

  it('offers the analytics and the temporary leads, whose addresses are not under the clinic’s, likewise', () => {
    const offered = new Map(placesOf(clinic).flatMap(({ places }) => places.map(({ to, label }) => [label, to])));
    const [reads, leads] = [permissions.includes('figures.read'), permissions.includes('leads.read')];
    expect(offered.get('Client Analytics')).toBe(reads ? `/dashboard/client/${SLUG}` : undefined);
    expect(offered.get('Temporary CRM')).toBe(leads ? `/temp-crm?clinic=${SLUG}` : undefined);
    expect(closedAt(clinic, `/dashboard/client/${SLUG}`)).toBe(reads ? undefined : 'Client Analytics');
    expect(closedAt(clinic, '/temp-crm')).toBeUndefined();
  });

  it('offers to complete tasks and to open calls to those who may', async () => {
    const task = { id: 'tsk_1', kind: 'call_back', title: 'Call back', detail: 'Billing', phone: null, created_at: '2026-03-01T15:00:00Z' };
    const call = { id: 'act_1', patient_name: 'Ana Ruiz', action_type: 'Call', status: 'Answered', timestamp: '2026-03-01T15:00:00Z', outcome: 'Asked', sample: false };
    new FakeOffice()
      .on(`GET ${CLINIC}/tasks`, () => ({ json: { items: [task] } }))
      .on(`GET ${CLINIC}/alerts`, () => ({ json: { covered: true, items: [] } }))
      .on(`POST ${CLINIC}/activities/search`, () => ({ json: { items: [call], next: null } }));
    const [does, opens] = [permissions.includes('tasks.complete'), permissions.includes('transcripts.read')];
    show(
      <>
        <TaskList slug={SLUG} timeZone="America/New_York" mayComplete={does} />
        <History slug={SLUG} timeZone="America/New_York" mayOpen={opens} />
      </>,
    );
    await screen.findByText('Billing');
    await screen.findByText('Ana Ruiz');
    expect(screen.queryAllByRole('button', { name: 'Complete: Call back' })).toHaveLength(does ? 1 : 0);
    expect(screen.queryAllByRole('link', { name: 'Ana Ruiz' })).toHaveLength(opens ? 1 : 0);
  });
});

it('the read-only role reads no tasks, and no one completes tasks unread', () => {
  for (const permissions of matrix().values()) {
    if (permissions.includes('tasks.complete')) expect(permissions).toContain('tasks.read');
    if (!permissions.includes('transcripts.read')) expect(permissions).not.toContain('tasks.read');
  }
});
