import { createRoot, hydrateRoot } from 'react-dom/client';
import { BookingFlow } from '@/features/schedule/booking/booking-flow';
import { CancelFlow } from '@/features/schedule/booking/cancel-flow';

/** Tells the page around the frame, which is our own; no one else may frame this one. */
function tell(message: { type: 'formSubmitted' } | { type: 'bookingHeight'; height: number }): void {
  if (parent !== window) parent.postMessage(message, location.origin);
}

/** Makes the prerendered calendar work. In a frame it says how high it is, and when a booking stands. */
export function bringBookingToLife(place: HTMLElement): void {
  const onBooked = () => tell({ type: 'formSubmitted' });
  hydrateRoot(place, <BookingFlow onBooked={onBooked} contact={place.dataset['contact'] ?? ''} />);
  const page = place.closest('main') ?? place;
  new ResizeObserver(() => tell({ type: 'bookingHeight', height: page.getBoundingClientRect().height })).observe(page);
}

/** The token stands after the `#`, which browsers send to no one. */
export function bringCancelToLife(place: Element): void {
  createRoot(place).render(<CancelFlow token={location.hash.slice(1)} />);
}
