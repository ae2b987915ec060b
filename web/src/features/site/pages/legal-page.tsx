import type { ReactNode } from 'react';

/** The day on which both documents came into force (spec §1). */
export const EFFECTIVE = 'July 21, 2025';

/** A legal document: title, date, and its sections as prose. */
export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="mx-auto max-w-6xl px-5 pt-32 pb-28 sm:pt-40">
      <h1 className="page-title">{title}</h1>
      <p className="mt-5 text-slate">Effective {EFFECTIVE}</p>
      <div className="document">
        <p className="mt-8! text-xl leading-relaxed!">{lead}</p>
        {children}
      </div>
    </article>
  );
}

/** The contact address as a link. */
export function Contact() {
  return (
    <a href="mailto:__CONTACT_EMAIL__" className="link">
      __CONTACT_EMAIL__
    </a>
  );
}
