import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { Logo } from '@/ui/logo';
import { Loading } from '@/ui/spinner';
import { AccessError } from './access-error';
import { LogoutButton } from './logout-button';
import { sessionQuery, type Session } from './queries';
import { leaveForLogin } from './session-watch';
import { NO_CLINIC, NOT_SIGNED_IN, SECURITY_PAGE } from './words';

/** Where somebody of several practices picks one; somebody of one goes straight to it. */
export function ClinicChooser() {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Loading>Loading dashboard...</Loading>;
  if (session.isError) {
    const retry = isWorthRetrying(session.error) ? () => void session.refetch() : undefined;
    return <AccessError message={reasonOf(session.error, 'Failed to verify access')} onRetry={retry} />;
  }
  if (session.data.second_factor === 'required') return <AccessError message={NOT_SIGNED_IN} />;
  if (session.data.second_factor === 'enrol') return <Navigate to={SECURITY_PAGE} replace />;
  const [first, ...others] = session.data.clinics;
  if (!first) return <AccessError message={NO_CLINIC} />;
  if (others.length === 0) return <Navigate to={`/dashboard/${first.slug}`} replace />;
  return <Clinics session={session.data} />;
}

function Clinics({ session }: { session: Session }) {
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-5 py-6">
      <title>Your clinics · Mia</title>
      <header className="flex items-center justify-between gap-4">
        <Logo />
        <LogoutButton left={leaveForLogin} />
      </header>
      <main className="py-16">
        <h1 className="font-display text-[2.75rem] leading-tight font-medium">Your clinics</h1>
        <p className="mt-1 text-slate">Welcome, {session.user.email}</p>
        <ul className="mt-8 grid gap-4">
          {session.clinics.map((clinic) => (
            <li key={clinic.id}>
              <Link
                to={`/dashboard/${clinic.slug}`}
                className="group flex items-center justify-between gap-4 rounded-card border border-line bg-paper p-6 transition-colors hover:border-petrol"
              >
                <span className="min-w-0">
                  <span className="block font-display text-2xl font-medium">{clinic.name}</span>
                  <span className="mt-0.5 block text-[0.9375rem] text-slate">
                    {clinic.slug} · {clinic.role_label}
                  </span>
                </span>
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-petrol transition-transform group-hover:translate-x-1"
                />
              </Link>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
