import { useId } from 'react';
import { Dot, hatchOf, Hatches, markOf } from './marks';

/** Which series is which. `line`: with its dashes and its point, else with its hatching. */
export function Legend({ names, shape }: { names: readonly string[]; shape: 'line' | 'bar' }) {
  const id = useId();
  if (names.length < 2) return null;
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-slate">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <svg width="28" height="14" viewBox="0 0 28 14">
            {shape === 'line' ? (
              <>
                <path d="M0 7h28" strokeDasharray={markOf(index).dash} strokeWidth="2.5" className={markOf(index).stroke} />
                <Dot index={index} x={14} y={7} />
              </>
            ) : (
              <>
                <Hatches id={id} count={names.length} />
                <rect x="4" width="20" height="14" rx="3" fill={hatchOf(id, index)} />
              </>
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
