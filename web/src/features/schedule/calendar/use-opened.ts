import { useState } from 'react';
import type { Block, Move, Place, Visit, Waiting } from './queries';
import type { View } from './view';

/** What of the calendar is open besides its grid, one thing at most. */
export interface Opened {
  create: Place | null;
  /** Who is booked, by their id or that of what knows of them; null while they are to be chosen. */
  patient: string | null;
  block: number | null;
  unblock: Block | null;
  move: Visit | null;
  /** A visit that was dragged, whose patient may want to know. */
  dropped: Move | null;
  links: boolean;
  /** Who of the waiting list is booked. */
  waits: Waiting | null;
  /** Who of the waiting list is offered a time. */
  offer: Waiting | null;
  /** The time that a cancellation freed, which is offered. */
  freed: string | null;
}

const NOTHING: Opened = { create: null, patient: null, block: null, unblock: null, move: null, dropped: null, links: false, waits: null, offer: null, freed: null };

/** What is open, by what was pressed or, for a booking that another page asks for, by the address. */
export function useOpened(asked: View['book'], place: () => Place, show: (change: Partial<View>) => void) {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const booking = asked && { ...NOTHING, create: place(), patient: asked === 'new' ? null : asked };
  return {
    opened: booking || opened,
    open: (change: Partial<Opened>) => setOpened({ ...NOTHING, ...change }),
    close: () => (asked ? show({ book: null }) : setOpened(NOTHING)),
  };
}
