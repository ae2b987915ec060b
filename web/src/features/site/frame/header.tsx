import { Mail } from 'lucide-react';
import { buttonClass } from '@/ui/buttons/button';
import { Logo } from '@/ui/logo';

/** The header of every public page: written for a visitor; `greetMember` turns it round for who is signed in. */
export function SiteHeader() {
  return (
    <header data-site-header className="site-header">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-1 px-5 sm:gap-3">
        <a href="/" data-site-logo aria-label="Mia, home" className="-m-1 rounded-xl p-1">
          <Logo />
        </a>
        <a
          href="mailto:__CONTACT_EMAIL__"
          className="ml-auto inline-flex touch-target items-center justify-center rounded-full text-slate transition-colors hover:text-ink md:px-3"
        >
          <Mail aria-hidden="true" className="size-5 md:hidden" />
          <span className="max-md:sr-only">__CONTACT_EMAIL__</span>
        </a>
        <div data-for-visitor className="flex items-center gap-1 sm:gap-2">
          <a href="/login" className={`${buttonClass('quiet')} max-sm:px-3`}>
            Login
          </a>
          <a href="/book-demo" className={buttonClass('primary')}>
            <span className="sm:hidden">Demo</span>
            <span className="max-sm:hidden">Book a Demo</span>
          </a>
        </div>
        <div data-for-member hidden className="flex min-w-0 items-center gap-3">
          <p data-member-greeting className="min-w-0 max-w-52 truncate text-slate max-sm:text-sm" />
          <button type="button" data-logout className={buttonClass('secondary')}>
            Logout
          </button>
        </div>
      </div>
    </header>
  );
}
