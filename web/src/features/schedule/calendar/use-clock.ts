import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The server's time, going on from what it last said, in milliseconds; the sandbox may have set it to another day. */
export function useClock(since: string): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(since) + passed;
}
