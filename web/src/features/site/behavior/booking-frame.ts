/** Highest that the calendar may make its frame, in px: a message can be wrong, a page of miles cannot be read. */
const MOST_PX = 2_000;

/**
 * Listens to the booking calendar in its frame: ours says how high it is, and each says `formSubmitted`, which sets
 * a flag without visible effect (spec §2). Messages count only from the frame itself and from its own origin.
 * A provider's calendar brings the form script of the provider.
 */
export function watchBookingFrame(frame: HTMLIFrameElement, view: Window = window): void {
  if (frame.src === 'about:blank') return; // no demos are booked here
  const origin = new URL(frame.src, view.location.href).origin;
  view.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const { type, height } = readMessage(event.data);
    if (type === 'formSubmitted') frame.dataset['submitted'] = 'true';
    if (type === 'bookingHeight' && origin === view.location.origin && height > 0) {
      frame.style.height = `${Math.min(Math.ceil(height), MOST_PX)}px`;
    }
  });
  if (origin !== view.location.origin) loadFormScript(origin, view.document);
}

/** Providers say it as a bare word or as an object with a type. */
function readMessage(data: unknown): { type: string; height: number } {
  if (typeof data === 'string') return { type: data, height: 0 };
  const { type, height } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return { type: typeof type === 'string' ? type : '', height: typeof height === 'number' ? height : 0 };
}

/** Where lead-management providers keep the script that fits their forms into a page. */
function loadFormScript(origin: string, page: Document): void {
  page.head.append(Object.assign(page.createElement('script'), { src: `${origin}/js/form_embed.js`, async: true }));
}
