import { useEffect, useRef, type FormEvent } from 'react';
import { clockTime } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { TextField } from '@/ui/fields/text-field';
import type { Guest, Slot } from './booking-office';
import type { BookingState } from './booking-state';
import { wholeTime } from './openings';

export interface DetailsFormProps {
  state: BookingState;
  timeZone: string;
  onBack: () => void;
  onSend: (guest: Guest) => void;
  /** Takes one of the times offered instead of one that was taken. */
  onInstead: (slot: Slot) => void;
}

/** Who is coming. The time stands above, and can be changed without losing what was typed. */
export function DetailsForm({ state, timeZone, onBack, onSend, onInstead }: DetailsFormProps) {
  const { slot, guest, faults, problem, instead } = state;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [slot]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [faults]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [name, email, practice, phone] = [text('name'), text('email'), text('practice'), text('phone')];
    onSend({ name, email, practice, phone, adult: fields.has('adult') });
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="booking-form">
      <header className="booking-wish">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {slot && wholeTime(slot.startsAt, timeZone)}
          </h2>
          <p>{state.openings?.minutes ?? 30} minutes, by video call</p>
        </div>
        <Button variant="secondary" onClick={onBack}>
          Change
        </Button>
      </header>
      <div role="alert" className="empty:hidden">
        {instead.length > 0 && <Instead slots={instead} timeZone={timeZone} onChoose={onInstead} />}
        {instead.length === 0 && problem && <p className="booking-problem">{problem}</p>}
      </div>
      <Fields guest={guest} faults={faults} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="large" busy={state.step === 'sending'}>
          {state.step === 'sending' ? 'Booking…' : 'Book this time'}
        </Button>
        <p className="max-w-56 text-sm text-slate">
          We only use this for your demo.{' '}
          <a href="/privacy-policy" target="_parent" className="link">
            Privacy Policy
          </a>
        </p>
      </div>
    </form>
  );
}

function Fields({ guest, faults }: Pick<BookingState, 'guest' | 'faults'>) {
  const field = (name: 'name' | 'practice' | 'email' | 'phone') => ({ name, required: true, defaultValue: guest[name], error: faults[name] });
  return (
    <>
      <div className="grid gap-5 min-[34rem]:grid-cols-2 items-start">
        <TextField {...field('name')} label="Your name" autoComplete="name" />
        <TextField {...field('practice')} label="Practice" autoComplete="organization" />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" spellCheck={false} />
        <TextField {...field('phone')} label="Phone" type="tel" autoComplete="tel" />
      </div>
      <div>
        <label className="booking-adult">
          <input
            type="checkbox"
            name="adult"
            required
            defaultChecked={guest.adult}
            aria-invalid={faults.adult ? true : undefined}
            aria-describedby={faults.adult ? 'adult-said' : undefined}
          />
          I am 18 or older
        </label>
        {faults.adult && (
          <p id="adult-said" className="mt-1 text-sm text-bad">
            {faults.adult}
          </p>
        )}
      </div>
    </>
  );
}

function Instead({ slots, timeZone, onChoose }: { slots: Slot[]; timeZone: string; onChoose: (slot: Slot) => void }) {
  const dayOf = (slot: Slot) => new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone }).format(new Date(slot.startsAt));
  return (
    <div className="booking-problem">
      <p>Someone just took this time. These are available:</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {slots.map((slot) => (
          <li key={slot.token}>
            <button type="button" className="booking-time px-4" onClick={() => onChoose(slot)}>
              {dayOf(slot)}, {clockTime(slot.startsAt, timeZone)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
