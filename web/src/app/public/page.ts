import type { ReactNode } from 'react';

/** One prerendered page. */
export interface PublicPage {
  /** The address, such as `/learn-more`; it is written to `dist/learn-more/index.html`. */
  path: string;
  title: string;
  description: string;
  element: ReactNode;
  /** False keeps the page out of search engines and of the sitemap. Default true. */
  index?: boolean;
  /** Structured data for search engines (schema.org), one object per script. */
  jsonLd?: object[];
}

/**
 * Words that the server replaces in every template at its start, because they are settings and not build inputs.
 * docs/decisions/web-shape.md describes the contract.
 */
export const PLACEHOLDERS = [
  '__CONTACT_EMAIL__',
  '__PUBLIC_URL__',
  '__RETENTION_DAYS__',
  '__BOOKING_EMBED_URL__',
  '__MIA__',
  '__DEMOS__',
] as const;
