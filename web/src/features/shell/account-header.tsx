import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { WaveMark } from '@/ui/logo';
import { ThemeToggle } from '@/ui/buttons/theme-toggle';

export interface AccountHeaderProps {
  email: string;
  /** Where the reader came from or belongs, and its name; null for someone without a clinic. */
  back: { to: string; label: string } | null;
  logout: ReactNode;
}

/** The header of pages that belong to a person and not to a clinic. */
export function AccountHeader({ email, back, logout }: AccountHeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex max-w-[84rem] items-center gap-2 px-4 py-3 sm:gap-4 sm:px-8">
        <a href="/" aria-label="Mia, home" className="rounded-xl">
          <WaveMark className="size-10" />
        </a>
        <div className="mr-auto min-w-0">
          <p className="truncate font-display text-xl leading-tight font-medium sm:text-2xl">Your account</p>
          <p title={email} className="truncate text-sm text-slate">
            {email}
          </p>
        </div>
        <ThemeToggle />
        {logout}
      </div>
      {back && (
        <div className="mx-auto max-w-[84rem] border-t border-line px-2 sm:px-6">
          <Link
            to={back.to}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full px-3 text-[0.9375rem] text-slate transition-colors hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{back.label}</span>
          </Link>
        </div>
      )}
    </header>
  );
}
