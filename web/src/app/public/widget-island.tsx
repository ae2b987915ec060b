import { createRoot } from 'react-dom/client';
import { WebsiteWidget } from '@/features/voice/website/website-widget';
import { clinicOf, pageAround } from '@/lib/embedding';

/** Makes `/embed/widget/{clinic}` work, wherever it is shown. */
export function bringWidgetToLife(place: Element): void {
  createRoot(place).render(<WebsiteWidget site={{ ...clinicOf(location), page: pageAround(window) }} />);
}
