import { useState, useSyncExternalStore } from 'react';
import { ownTimeZone } from '@/lib/time/time-zones';
import { EmptyNote, ErrorNote } from '@/ui/feedback/notes';
import { ChooseTime } from './choose-time';
import { Confirmed } from './confirmed';
import { DetailsForm } from './details-form';
import { useBooking } from './use-booking';

export interface BookingFlowProps {
  /** Told once a booking stands. */
  onBooked: () => void;
  /** Where to write when there is no time to choose. */
  contact: string;
}

/** Booking a demo. The page is prerendered as the empty calendar, which fills when this comes to life. */
export function BookingFlow({ onBooked, contact }: BookingFlowProps) {
  const booking = useBooking(onBooked);
  const own = useSyncExternalStore(neverChanges, ownTimeZone, () => null);
  const [switched, setSwitched] = useState<string | null>(null);
  const timeZone = switched ?? own;
  const { step, openings, demo, guest, problem } = booking.state;

  if (step === 'failed') return <ErrorNote onRetry={booking.reload}>{problem ?? ''}</ErrorNote>;
  if (step === 'booked' && demo && timeZone) return <Confirmed demo={demo} email={guest.email} timeZone={timeZone} />;
  if ((step === 'filling' || step === 'sending') && timeZone) {
    return (
      <DetailsForm
        state={booking.state}
        timeZone={timeZone}
        onBack={booking.back}
        onSend={(typed) => booking.send(typed, timeZone)}
        onInstead={booking.choose}
      />
    );
  }
  if (openings && openings.slots.length === 0) {
    return (
      <EmptyNote title="No times available in the next four weeks">
        Email {contact} with two times that work for you, and we’ll find one.
      </EmptyNote>
    );
  }
  return <ChooseTime openings={openings} timeZone={timeZone} onZone={setSwitched} onChoose={booking.choose} />;
}

const neverChanges = () => () => undefined;
