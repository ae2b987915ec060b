import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router';

export interface ClinicSwitcherProps {
  slug: string;
  clinics: readonly { slug: string; name: string }[];
}

/** The other clinics of someone who works for several, in the header of each. */
export function ClinicSwitcher({ slug, clinics }: ClinicSwitcherProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const others = clinics.filter((clinic) => clinic.slug !== slug);
  if (others.length === 0) return null;
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details ref={menu} className="relative -my-2">
      <summary
        aria-label="Switch clinic"
        title="Switch clinic"
        className="grid size-11 list-none place-items-center rounded-full text-slate hover:bg-celadon hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <ChevronsUpDown aria-hidden="true" className="size-4" />
      </summary>
      <ul className="absolute right-0 z-30 mt-1 max-h-[70vh] w-64 max-w-[80vw] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-lift">
        {others.map((clinic) => (
          <li key={clinic.slug}>
            <Link to={`/dashboard/${clinic.slug}`} onClick={close} className="block rounded-lg px-3 py-2.5 hover:bg-celadon">
              <span className="block truncate font-medium">{clinic.name}</span>
              <span className="block truncate text-sm text-slate">{clinic.slug}</span>
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          <Link to="/dashboard" onClick={close} className="block rounded-lg px-3 py-2.5 hover:bg-celadon">
            All clinics
          </Link>
        </li>
      </ul>
    </details>
  );
}

/** Closes the menu with Escape and when the focus goes elsewhere. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!element.contains(relatedTarget as Node | null)) element.open = false;
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    element.addEventListener('focusout', leave);
    element.addEventListener('keydown', escape);
    return () => {
      element.removeEventListener('focusout', leave);
      element.removeEventListener('keydown', escape);
    };
  }, [menu]);
}
