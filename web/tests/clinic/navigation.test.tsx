import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { placesOf } from '@/app/clinic/places';
import { BottomNavigation } from '@/features/shell/bottom-navigation';
import { SideNavigation } from '@/features/shell/navigation';
import { PageFrame } from '@/features/shell/page-frame';
import { SLUG } from './fake-office';
import { show } from './show';

type Permissions = Parameters<typeof placesOf>[0]['permissions'];
const groupsFor = (...permissions: Permissions) => placesOf({ slug: SLUG, permissions });
const labels = (...permissions: Permissions) =>
  groupsFor(...permissions).flatMap(({ places }) => places.map(({ label }) => label));

describe('the places of a clinic', () => {
  it('are those that the server opens to the reader', () => {
    expect(labels('clinic.open', 'figures.read')).toEqual(['Dashboard', 'Rebooking Analytics', 'Client Analytics', 'Your security']);
    expect(labels('clinic.open', 'team.manage')).toContain('Team');
    expect(labels('clinic.open', 'team.manage')).not.toContain('Activity log');
    expect(labels('clinic.open', 'team.manage', 'audit.read')).toContain('Activity log');
  });

  it('leave out the name of a group that has none', () => {
    expect(groupsFor('clinic.open').map(({ title }) => title)).toEqual(['Front desk', 'You']);
  });
});

describe('the navigation', () => {
  const groups = groupsFor('clinic.open', 'team.manage', 'audit.read', 'support.manage');
  const address = `/dashboard/${SLUG}/team`;

  it('marks the page where the reader is, and no other', () => {
    show(<SideNavigation label="Pages" groups={groups} />, address);
    const here = within(screen.getByRole('navigation', { name: 'Pages' }))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(here.map((link) => link.textContent)).toEqual(['Team']);
  });

  it('keeps a few places within reach of a thumb and all of them in a sheet, which closes on the way', async () => {
    const page = show(
      <BottomNavigation label="Main pages" groups={groups}>
        <p>Clinic Administrator</p>
      </BottomNavigation>,
      address,
    );
    const bar = within(screen.getByRole('navigation', { name: 'Main pages' }));
    expect(bar.getAllByRole('link')).toHaveLength(4);
    await userEvent.click(bar.getByRole('button', { name: 'Menu' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Menu' }));
    expect(sheet.getByText('Clinic Administrator')).toBeInTheDocument();
    await userEvent.click(sheet.getByRole('link', { name: 'Support' }));
    expect(page.path()).toBe(`/dashboard/${SLUG}/support`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('puts the focus at the beginning of the page that it led to', async () => {
    show(<PageFrame header={<header />} side={<SideNavigation label="Pages" groups={groups} />}>Here</PageFrame>, address);
    await userEvent.click(screen.getByRole('link', { name: 'Activity log' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  });
});
