/** What a lead may be interested in, in the order of the forms (spec §3). */
export const TREATMENT_INTERESTS = [
  'Botox/Injectables',
  'Dermal Fillers',
  'Laser Treatments',
  'Facial Treatments',
  'Body Contouring',
  'Dental Cleaning',
  'Cosmetic Dentistry',
  'General Consultation',
  'Other',
] as const;
export type TreatmentInterest = (typeof TREATMENT_INTERESTS)[number];

/** The same as choices of a list, the empty one first. */
export const INTEREST_OPTIONS = [
  { value: '', label: 'Select a treatment' },
  ...TREATMENT_INTERESTS.map((interest) => ({ value: interest, label: interest })),
];
