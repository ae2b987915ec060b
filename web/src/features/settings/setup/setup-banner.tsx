import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { setupQuery } from '../setup-query';

/** Leads anyone who manages the practice to what Mia still lacks; nothing once she can book. */
export function SetupBanner({ slug }: { slug: string }) {
  const { data } = useQuery(setupQuery(slug));
  const missing = data?.steps.filter(({ needed, done }) => needed && !done).length ?? 0;
  if (missing === 0) return null;
  return (
    <Link
      to={`/dashboard/${slug}/setup`}
      className="group flex items-center justify-between gap-4 rounded-card border border-line bg-celadon px-5 py-4 transition-colors hover:bg-celadon/70 sm:px-6"
    >
      <span>
        <span className="block font-semibold">Mia cannot book yet</span>
        <span className="block text-slate">{missing === 1 ? 'One step is' : `${missing} steps are`} missing. Finish setup.</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-petrol transition-transform group-hover:translate-x-1" />
    </Link>
  );
}
