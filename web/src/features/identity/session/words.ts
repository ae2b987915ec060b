/** Said when a user belongs to no clinic (spec §8). */
export const NO_CLINIC = 'Failed to load clinic. Please contact support.';

/** Said where there is no session, or not yet a whole one (spec §8). */
export const NOT_SIGNED_IN = 'You must be logged in.';

/** Where someone sets up the second factor that their clinic asks for. */
export const SECURITY_PAGE = '/account/security';
