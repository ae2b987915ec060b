import { Logo } from '@/ui/logo';

const LINKS = [
  ['/learn-more', 'Learn More'],
  ['/book-demo', 'Book a Demo'],
  ['/login', 'Login'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-use', 'Terms of Use'],
] as const;

/** The foot of every public page. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-8 px-5 py-12 sm:grid-cols-[1fr_auto] sm:items-end">
        <div>
          <Logo />
          <p className="mt-4 max-w-sm text-slate">
            The AI front office for medical aesthetic, dental and wellness practices.
          </p>
          <a href="mailto:__CONTACT_EMAIL__" className="link mt-2 inline-flex min-h-11 items-center">
            __CONTACT_EMAIL__
          </a>
        </div>
        <nav aria-label="Footer" className="sm:text-right">
          <ul className="flex flex-wrap gap-x-6 sm:justify-end">
            {LINKS.map(([href, label]) => (
              <li key={href}>
                <a href={href} className="inline-flex min-h-11 items-center text-slate hover:text-ink hover:underline">
                  {label}
                  {href === '/learn-more' && <span className="sr-only"> about Mia</span>}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-slate">© 2026 Mia. All rights reserved.</p>
        </nav>
      </div>
    </footer>
  );
}
