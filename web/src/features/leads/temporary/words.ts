/** Said to someone without a clinic who sends the form (spec §5). */
export const NO_CLINIC_ID = 'No clinic ID available';

/** Said to someone without a clinic in place of the list (spec §8). */
export const NO_CLINIC_FOR_USER = 'No clinic associated with user';

/** Said when a lead could not be captured and no one knows why (spec §8). */
export const NOT_SUBMITTED = 'Failed to submit lead';

/** How long the form says that it has captured someone (spec §9). */
export const SUCCESS_MS = 3_000;
