import { createRoot } from 'react-dom/client';
import { LeadForm } from '@/features/leads/form/lead-form';
import { clinicOf, pageAround } from '@/lib/embedding';

/** Makes `/embed/lead/{clinic}` work, wherever it is shown. */
export function bringLeadFormToLife(place: Element): void {
  const { slug, key } = clinicOf(location);
  createRoot(place).render(<LeadForm path={`/api/embed/lead/${slug}`} siteKey={key} page={pageAround(window)} />);
}
