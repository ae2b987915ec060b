import { useEffect, useState } from 'react';

/** A value once it has stood unchanged for `pause` milliseconds, such as a search text after the typing. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
