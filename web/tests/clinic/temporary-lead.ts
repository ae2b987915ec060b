/** A temporary lead as the server sends it. */
export const lead = (id: string, more: object = {}) => ({
  id,
  name: `Lead ${id}`,
  email: null,
  phone: null,
  treatment_interest: null,
  message: null,
  source: 'quick_capture',
  created_at: '2026-11-21T14:50:00Z',
  expires_at: '2026-11-21T15:20:00Z',
  in_pipeline: false,
  ...more,
});
