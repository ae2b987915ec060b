import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import type { Phase } from './voice-state';

/** A phase that takes away the focused control hands the focus to its own first one, while the place has the focus. */
export function useFocusKept(place: RefObject<HTMLElement | null>, hasFocus: () => boolean, phase: Phase): void {
  const keep = useEffectEvent(() => {
    const element = place.current;
    if (!element || !hasFocus()) return;
    const focused = document.activeElement;
    const onTitle = focused?.id === 'voice-title';
    if (focused && element.contains(focused) && !onTitle && focused !== element) return;
    element.querySelector<HTMLElement>(`[data-focus-when~="${phase}"]`)?.focus();
  });
  useLayoutEffect(() => keep(), [phase]);
}
