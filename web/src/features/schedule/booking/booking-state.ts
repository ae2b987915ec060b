import type { Demo, Guest, GuestField, Openings, Slot } from './booking-office';

/** `choosing` a time, `filling` in the form, `sending` it, `booked`. */
export type Step = 'loading' | 'failed' | 'choosing' | 'filling' | 'sending' | 'booked';

export interface BookingState {
  step: Step;
  openings: Openings | null;
  /** Why the calendar could not be read, or the booking not be made. */
  problem: string | null;
  /** What is wrong with the form, by field. */
  faults: Partial<Record<GuestField, string>>;
  slot: Slot | null;
  guest: Guest;
  /** Other times, after the chosen one turned out to be taken. */
  instead: Slot[];
  demo: Demo | null;
}

export const INITIAL_BOOKING: BookingState = {
  step: 'loading',
  openings: null,
  problem: null,
  faults: {},
  slot: null,
  guest: { name: '', email: '', practice: '', phone: '', adult: false },
  instead: [],
  demo: null,
};

export type BookingAction =
  | { type: 'loading' }
  | { type: 'loaded'; openings: Openings }
  | { type: 'unreadable'; problem: string }
  | { type: 'chosen'; slot: Slot }
  | { type: 'back' }
  | { type: 'sent'; guest: Guest }
  | { type: 'faulty'; faults: BookingState['faults']; guest: Guest }
  | { type: 'refused'; problem: string; faults: BookingState['faults'] }
  | { type: 'taken'; slots: Slot[] }
  | { type: 'booked'; demo: Demo };

/** One booking from the empty calendar to its confirmation. What was typed survives every turn. Pure. */
export function reduceBooking(state: BookingState, action: BookingAction): BookingState {
  const calm = { ...state, problem: null, faults: {} };
  switch (action.type) {
    case 'loading':
      return { ...calm, step: 'loading' };
    case 'loaded':
      return { ...calm, step: 'choosing', openings: action.openings };
    case 'unreadable':
      return { ...state, step: 'failed', problem: action.problem };
    case 'chosen':
      return { ...calm, step: 'filling', slot: action.slot, instead: [] };
    case 'back':
      return { ...calm, step: 'choosing', instead: [] };
    case 'sent':
      return { ...calm, step: 'sending', guest: action.guest };
    case 'faulty':
      return { ...calm, step: 'filling', guest: action.guest, faults: action.faults };
    case 'refused':
      return { ...state, step: 'filling', problem: action.problem, faults: action.faults };
    case 'taken':
      return { ...calm, step: 'filling', instead: action.slots, openings: without(state.openings, state.slot) };
    case 'booked':
      return { ...calm, step: 'booked', demo: action.demo };
  }
}

function without(openings: Openings | null, taken: Slot | null): Openings | null {
  return openings && { ...openings, slots: openings.slots.filter(({ startsAt }) => startsAt !== taken?.startsAt) };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** A phone number has at least this many digits; the server knows more about them. */
const PHONE_DIGITS = 10;

/** What is wrong with the form at first sight. The server decides. */
export function faultsOf({ name, email, practice, phone, adult }: Guest): BookingState['faults'] {
  return {
    ...(!name.trim() && { name: 'Enter your name.' }),
    ...(!EMAIL.test(email.trim()) && { email: 'Enter an email address, such as name@practice.com.' }),
    ...(!practice.trim() && { practice: 'Enter your practice’s name.' }),
    ...(phone.replace(/\D/g, '').length < PHONE_DIGITS && { phone: 'Enter a phone number with area code.' }),
    ...(!adult && { adult: 'You must be 18 or older to book a demo.' }),
  };
}
