import type { ReactNode } from 'react';
import { Badge } from '@/ui/badge';
import { WaveMark } from '@/ui/logo';
import { ThemeToggle } from '@/ui/buttons/theme-toggle';

export interface ClinicHeaderProps {
  clinic: { name: string; slug: string; sample: boolean; role_label: string };
  email: string;
  /** The way to other clinics, for those who have several. */
  switcher?: ReactNode;
  /** The control that ends the session. */
  logout: ReactNode;
}

/** Which clinic this is, who is looking at it, and the way out. */
export function ClinicHeader({ clinic, email, switcher, logout }: ClinicHeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex max-w-[96rem] items-center gap-2 px-4 py-3 sm:gap-4 sm:px-8">
        <a href="/" aria-label="Mia, home" className="rounded-xl">
          <WaveMark className="size-10" />
        </a>
        <div className="mr-auto min-w-0">
          <div className="flex items-center gap-3">
            <p title={clinic.name} className="truncate font-display text-xl leading-tight sm:text-2xl font-medium">{clinic.name}</p>
            {switcher}
            {clinic.sample && (
              <span className="max-sm:hidden">
                <Badge>sample data</Badge>
              </span>
            )}
          </div>
          <p className="truncate text-sm text-slate">
            {clinic.slug}
          </p>
        </div>
        <div className="min-w-0 text-right max-lg:hidden">
          <p title={email} className="truncate text-[0.9375rem] font-medium">{email}</p>
          <p className="text-sm text-slate">{clinic.role_label}</p>
        </div>
        <ThemeToggle />
        {logout}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 text-sm text-slate sm:px-8 lg:hidden">
        <span title={email} className="min-w-0 truncate">{email}</span>
        <span>{clinic.role_label}</span>
        {clinic.sample && <span className="sm:hidden">sample data</span>}
      </p>
    </header>
  );
}
