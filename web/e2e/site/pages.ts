/** The public pages, and the widths at which they are looked at. */
export const PAGES = ['/', '/learn-more', '/book-demo', '/privacy-policy', '/terms-of-use'] as const;
export const WIDTHS = [320, 768, 1440] as const;
export const SCHEMES = ['light', 'dark'] as const;
