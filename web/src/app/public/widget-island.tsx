import { createRoot } from 'react-dom/client';
import { WebsiteWidget } from '@/features/voice/website/website-widget';
import { clinicOf, closeOnEscape, pageAround } from '@/lib/embedding';

/** Makes `/embed/widget/{clinic}` work, wherever it is shown. */
export function bringWidgetToLife(place: Element): void {
  closeOnEscape(window);
  createRoot(place).render(<WebsiteWidget site={{ ...clinicOf(location), page: pageAround(window) }} />);
}
