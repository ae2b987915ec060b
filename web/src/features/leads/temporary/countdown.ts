import { useEffect, useState } from 'react';

/** How often countdowns tick (spec §9). */
const TICK_MS = 1_000;

/** The server's instant in milliseconds, each second again while `running`. `ahead`: how far its clock is before ours. */
export function useServerNow(ahead: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now + ahead;
}

/** Milliseconds that a lead has left; none or less once it has expired. */
export function msLeft(expiresAt: string, now: number): number {
  return Date.parse(expiresAt) - now;
}

/** `29m 05s`. */
export function minutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}
