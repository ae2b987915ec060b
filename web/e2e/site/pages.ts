/** The public pages that carry the voice widget, all prerendered pages, and how they are looked at. */
export const PAGES = ['/', '/learn-more', '/book-demo', '/privacy-policy', '/terms-of-use'] as const;
export const ENTRANCE = ['/login', '/reset-password', '/accept-invite', '/first-run'] as const;
export const ALL_PAGES = [...PAGES, ...ENTRANCE, '/embed/booking', '/embed/booking/cancel'] as const;
export const WIDTHS = [320, 768, 1440] as const;
export const SCHEMES = ['light', 'dark'] as const;
