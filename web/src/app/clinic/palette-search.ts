import { queryOptions } from '@tanstack/react-query';
import type { Reader } from './palette-finds';

/** Asks for what the palette finds; the script that looks comes with the first thing typed. */
export function searchOf(clinic: Reader) {
  return (typed: string) =>
    queryOptions({
      queryKey: ['palette', clinic.slug, typed],
      queryFn: async () => (await import('./palette-finds')).find(clinic, typed),
      staleTime: 10_000,
    });
}
