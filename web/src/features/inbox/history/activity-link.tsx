import { createContext, use, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

/** The parameter that names the open entry. */
export const ACTIVITY_PARAM = 'activity';

/** Whether the reader may open entries, with what was said in them. */
export const MayOpen = createContext(true);

/** A link over its whole row that opens an entry; it can be copied and opened in another tab like any link. */
export function ActivityLink({ id, children }: { id: string; children: ReactNode }) {
  const [params] = useSearchParams();
  const mayOpen = use(MayOpen);
  if (!mayOpen) return <span className="font-semibold">{children}</span>;
  const target = new URLSearchParams(params);
  target.set(ACTIVITY_PARAM, id);
  return (
    <Link
      to={{ search: target.toString() }}
      preventScrollReset
      className="font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-petrol"
    >
      {children}
    </Link>
  );
}
