import type { QueryKey } from '@tanstack/react-query';
import type { paths } from './schema';

type Path = keyof paths;

const CLINIC = '/api/clinics/{slug}';

/** What a clinic's part is called in its path. */
export type Part = { [P in Path]: P extends `${typeof CLINIC}/${infer Rest}` ? Rest : never }[Path];

/** What fills a path. */
type Names = Readonly<Record<string, unknown>>;

/** Where a query asks, read from its key: [method, path, init]. */
export function placeOf([, path, init]: QueryKey): { path: unknown; names: Names } {
  const { params } = (init ?? {}) as { params?: { path?: Names } };
  return { path, names: params?.path ?? {} };
}

/**
 * For `invalidateQueries` and its like: the queries of these paths, filled as given; others do not matter.
 * A path that ends in `*` stands for all that begin so.
 */
export function asking(paths: readonly (Path | `/${string}*`)[], given: Names = {}) {
  return {
    predicate: ({ queryKey }: { queryKey: QueryKey }) => {
      const { path: asked, names } = placeOf(queryKey);
      const covers = (path: string) => (path.endsWith('*') ? String(asked).startsWith(path.slice(0, -1)) : asked === path);
      return paths.some(covers) && Object.entries(given).every(([name, value]) => names[name] === value);
    },
  };
}

/** The same for some parts of a clinic, or everything that is loaded of it. */
export function ofClinic(slug: string, parts?: readonly Part[], given?: Names) {
  return asking(parts?.map((part) => `${CLINIC}/${part}` as Path) ?? [`${CLINIC}*`], { slug, ...given });
}

/** Where patients are listed. */
export const PATIENTS = ['patients/search', 'patient-duplicates'] as const;

/** What is shown of one patient; who looked at the record stays as it was read. */
export const PATIENT = ['patients/{patient_id}', 'patients/{patient_id}/record', 'patients/{patient_id}/timeline'] as const;
