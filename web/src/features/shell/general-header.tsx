import type { ReactNode } from 'react';
import { WaveMark } from '@/ui/logo';
import { ThemeToggle } from '@/ui/buttons/theme-toggle';

export interface GeneralHeaderProps {
  name: string;
  subdomains: readonly string[];
  email: string;
  /** The control that ends the session. */
  logout: ReactNode;
}

/** The header of the page over several clinics. */
export function GeneralHeader({ name, subdomains, email, logout }: GeneralHeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex max-w-[96rem] items-center gap-2 px-4 py-3 sm:gap-4 sm:px-8">
        <a href="/" aria-label="Mia, home" className="rounded-xl">
          <WaveMark className="size-10" />
        </a>
        <div className="mr-auto min-w-0">
          <p className="truncate font-display text-xl leading-tight font-medium sm:text-2xl">{name}</p>
          <p title={subdomains.join(', ')} className="truncate text-sm text-slate">
            {subdomains.join(', ')}
          </p>
        </div>
        <p className="truncate text-[0.9375rem] font-medium max-lg:hidden">Welcome, {email}</p>
        <ThemeToggle />
        {logout}
      </div>
      <p className="truncate border-t border-line px-4 py-2 text-sm text-slate sm:px-8 lg:hidden">Welcome, {email}</p>
    </header>
  );
}
