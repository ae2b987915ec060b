import { useOutletContext } from 'react-router';
import type { Clinic, Session } from '@/features/identity/session/queries';

/** What every page of a clinic knows: who reads it, and where they stand. */
export interface Area {
  session: Session;
  clinic: Clinic;
}

/** The clinic and the reader, for the pages within the clinic's area. */
export function useArea(): Area {
  return useOutletContext<Area>();
}
