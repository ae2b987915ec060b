/**
 * First segments of the addresses that the clinic's single-page application answers. The server sends app.html
 * for them unless a prerendered page of that address exists.
 */
export const CLINIC_ROUTES = [
  'dashboard',
  'account',
  'temp-crm',
  'sandbox', // the server leaves it out in production
] as const;
