import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, and again whenever that changes. In the browser only. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** True where a table has room: 768 px and more (spec §9, mobile breakpoint). */
export function useRoomForTable(): boolean {
  return useMedia('(min-width: 48rem)');
}
