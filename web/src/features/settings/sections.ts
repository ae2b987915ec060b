/** The pages of the settings, in the order of their list, with other words by which they are found. */
export const SECTIONS = [
  { path: 'practice', label: 'Practice', words: 'name phone email logo booking notice' },
  { path: 'locations', label: 'Locations and hours', words: 'opening closed holidays address' },
  { path: 'people', label: 'Providers and rooms', words: 'staff shifts schedule' },
  { path: 'services', label: 'Services', words: 'prices treatments duration' },
  { path: 'recall', label: 'Recall rules', words: 'overdue interval rebooking' },
  { path: 'contact', label: 'Contact policy', words: 'quiet hours limits texting calling' },
  { path: 'mia', label: 'Mia', words: 'assistant voice greeting answers' },
  { path: 'numbers', label: 'Phone numbers', words: 'telephone hand-off transfer' },
  { path: 'on-call', label: 'On-call alerts', words: 'emergency after hours' },
  { path: 'consent', label: 'Consent texts', words: 'agreement wording' },
  { path: 'retention', label: 'Retention', words: 'delete keep recordings transcripts' },
  { path: 'websites', label: 'Websites', words: 'embed widget form launcher script' },
  { path: 'plan', label: 'Plan', words: 'billing usage' },
] as const;

export type SectionPath = (typeof SECTIONS)[number]['path'];
