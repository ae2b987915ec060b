import { useRef, useState, type KeyboardEvent } from 'react';

/** What an element needs to be a point of a chart: one is in the order of the Tab key, arrows lead to the others. */
export interface PointProps {
  role: 'img';
  tabIndex: 0 | -1;
  'aria-label': string;
  ref: (element: SVGElement | null) => void;
  onFocus: () => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

export interface Points {
  /** The point that is looked at, by keyboard or pointer. */
  active: number | null;
  point: (index: number, label: string) => PointProps;
}

/** Keeps which of `count` points is looked at. `across`: how many stand in a row, for up and down. */
export function usePoints(count: number, across = 1): Points {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState(0);
  const elements = useRef(new Map<number, SVGElement>());
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across };

  function move(event: KeyboardEvent, from: number) {
    const step = steps[event.key];
    let to: number;
    if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = count - 1;
    else if (step !== undefined) to = from + step;
    else return;
    event.preventDefault();
    if (to < 0 || to >= count) return;
    setStop(to);
    elements.current.get(to)?.focus();
  }

  return {
    active: active !== null && active < count ? active : null,
    point: (index, label) => ({
      role: 'img',
      tabIndex: index === Math.min(stop, count - 1) ? 0 : -1,
      'aria-label': label,
      ref: (element) => {
        if (element) elements.current.set(index, element);
        else elements.current.delete(index);
      },
      onFocus: () => {
        setStop(index);
        setActive(index);
      },
      onBlur: () => setActive(null),
      onKeyDown: (event) => move(event, index),
      onPointerEnter: () => setActive(index),
      onPointerLeave: () => setActive(null),
    }),
  };
}
