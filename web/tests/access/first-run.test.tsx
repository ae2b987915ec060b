import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstRunFlow } from '@/features/identity/entrance/first-run-flow';
import { hasSignedInHint, setSignedInHint } from '@/lib/session/signed-in-hint';
import * as zones from '@/lib/time/time-zones';
import { FakeOffice, SESSION } from '../clinic/fake-office';

const ASK = 'GET /api/first-run';
const FOUND = 'POST /api/first-run';
let office: FakeOffice;
let goTo: (path: string) => void;

beforeEach(() => {
  office = new FakeOffice().on(ASK, () => ({ json: { needed: true } })).on(FOUND, () => ({ json: SESSION }));
  goTo = vi.fn();
  setSignedInHint(false);
  vi.spyOn(zones, 'ownTimeZone').mockReturnValue('America/Chicago');
});

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function fill() {
  render(<FirstRunFlow goTo={goTo} alive />);
  write(await screen.findByLabelText('One-time code'), ' KELP-MOSS ');
  write(screen.getByLabelText('Practice'), 'Bay Skin');
  write(screen.getByLabelText('Your name'), 'Dana Reyes');
  write(screen.getByLabelText('Email'), 'dana.reyes@bay-skin.example');
  write(screen.getByLabelText('Password'), 'violet kettle harbor');
  await userEvent.click(screen.getByRole('button', { name: 'Set Up Mia' }));
}

describe('the first run', () => {
  it('makes the practice in the zone of the browser, signs in, and goes to its setup', async () => {
    await fill();
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/dashboard/downtown-medspa/setup'));
    expect(office.askedOf(FOUND)[0]?.body).toEqual({
      code: 'KELP-MOSS',
      practice: 'Bay Skin',
      timezone: 'America/Chicago',
      name: 'Dana Reyes',
      email: 'dana.reyes@bay-skin.example',
      password: 'violet kettle harbor',
    });
    expect(hasSignedInHint()).toBe(true);
  });

  it('takes another time zone', async () => {
    render(<FirstRunFlow goTo={goTo} alive />);
    const zone = await screen.findByLabelText('Practice time zone');
    expect(zone).toHaveValue('America/Chicago');
    await userEvent.selectOptions(zone, 'Pacific/Honolulu');
    expect(zone).toHaveValue('Pacific/Honolulu');
  });

  it("shows the server's words when the code is wrong, and keeps what was typed", async () => {
    office.refuse(FOUND, 400, 'That code is not right.');
    await fill();
    expect(await screen.findByRole('alert')).toHaveTextContent('That code is not right.');
    expect(screen.getByLabelText('Practice')).toHaveValue('Bay Skin');
    expect(goTo).not.toHaveBeenCalled();
  });

  it('has nothing to do where a practice stands', async () => {
    office.on(ASK, () => ({ json: { needed: false } }));
    render(<FirstRunFlow goTo={goTo} alive />);
    expect(await screen.findByRole('heading', { name: 'Mia Is Set Up' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });

  it('asks again when the server was out of reach', async () => {
    office.goDown();
    render(<FirstRunFlow goTo={goTo} alive />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred. Please try again.');
    office.comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('One-time code')).toHaveFocus();
  });
});
