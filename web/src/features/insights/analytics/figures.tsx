import { StatCard } from '@/ui/stat-card';
import type { Analytics } from './queries';
import { dollars, percentOr, secondsOr, starsOr, whole } from './words';

/** The seven figures (spec §2). */
export function Figures({ figures, busy }: { figures: Analytics['figures'] | undefined; busy: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:gap-4 lg:grid-cols-4" aria-busy={busy}>
      <StatCard
        label="Patients Rebooked"
        value={figures && whole(figures.patients_rebooked)}
        note="booked within 14 days of a message or call by Mia"
      />
      <StatCard label="Revenue Retained" value={figures && dollars(figures.revenue_cents)} note="list price of those bookings" />
      <StatCard
        label="Retention"
        value={figures && percentOr(figures.retention_percent)}
        note={figures ? `Industry average ${figures.industry_percent}%` : ''}
      />
      <StatCard
        label="Response Time"
        value={figures && secondsOr(figures.response_seconds)}
        note="median until Mia’s first response"
      />
      <StatCard label="Booking Rate" value={figures && percentOr(figures.booking_percent)} note="of those who asked for a visit" />
      <StatCard label="Satisfaction" value={figures && starsOr(figures.satisfaction)} note="mean rating of visits and calls" />
      <StatCard label="Savings" value={figures && dollars(figures.savings_cents)} note="front-desk time Mia saved" />
    </dl>
  );
}
