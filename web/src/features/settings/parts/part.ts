import type { Settings } from '../queries';

/** What every page of the settings is given. */
export interface PartProps {
  slug: string;
  /** The practice's zone. */
  timeZone: string;
  settings: Settings;
}
