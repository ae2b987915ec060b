import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

const UNTIL_KNOWN = 640;

/** How wide an element is, and again whenever that changes: a chart is drawn to measure, so that its text keeps its size. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(UNTIL_KNOWN);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      // Nothing has a width while it is not laid out.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
