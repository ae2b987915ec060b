import { useCallback, useEffect, useReducer, type Dispatch } from 'react';
import { BookingRefused, SlotTaken, bookDemo, readOpenings, type Guest, type Slot } from './booking-office';
import { INITIAL_BOOKING, faultsOf, reduceBooking, type BookingAction, type BookingState } from './booking-state';

export interface Booking {
  state: BookingState;
  /** Reads the calendar again. */
  reload(): void;
  choose(slot: Slot): void;
  back(): void;
  send(guest: Guest, timeZone: string): void;
}

/** A booking and its calls to the server. `onBooked` is told once it stands. */
export function useBooking(onBooked: () => void): Booking {
  const [state, dispatch] = useReducer(reduceBooking, INITIAL_BOOKING);
  const { slot } = state;

  const reload = useCallback(() => {
    dispatch({ type: 'loading' });
    void load(dispatch);
  }, []);
  useEffect(() => void load(dispatch), []);

  const send = useCallback(
    (guest: Guest, timeZone: string) => {
      const faults = faultsOf(guest);
      if (Object.keys(faults).length > 0) return dispatch({ type: 'faulty', faults, guest });
      if (!slot) return;
      dispatch({ type: 'sent', guest });
      void book(dispatch, slot, guest, timeZone).then((stands) => stands && onBooked());
    },
    [slot, onBooked],
  );

  return { state, reload, choose: (chosen) => dispatch({ type: 'chosen', slot: chosen }), back: () => dispatch({ type: 'back' }), send };
}

async function load(dispatch: Dispatch<BookingAction>): Promise<void> {
  try {
    dispatch({ type: 'loaded', openings: await readOpenings() });
  } catch (error) {
    dispatch({ type: 'unreadable', problem: reasonOf(error) });
  }
}

async function book(dispatch: Dispatch<BookingAction>, slot: Slot, guest: Guest, timeZone: string): Promise<boolean> {
  try {
    dispatch({ type: 'booked', demo: await bookDemo(slot.token, guest, timeZone) });
    return true;
  } catch (error) {
    if (error instanceof SlotTaken) dispatch({ type: 'taken', slots: error.slots });
    else dispatch({ type: 'refused', problem: reasonOf(error), faults: error instanceof BookingRefused ? error.fields : {} });
    return false;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
