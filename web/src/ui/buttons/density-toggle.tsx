import { Rows2, Rows4 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { chooseDensity, densityOf, type Density } from '@/lib/density';
import { IconButton } from './icon-button';

/** How much room rows take for a person, and a switch for it. */
export function useDensity(person: string) {
  const [density, setDensity] = useState<Density>(() => densityOf(person));
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const turn = () => {
    chooseDensity(person, other);
    setDensity(other);
  };
  return { density, turn };
}

/** Changes between compact and comfortable rows. */
export function DensityToggle({ density, turn }: ReturnType<typeof useDensity>) {
  const Icon = density === 'compact' ? Rows2 : Rows4;
  return (
    <IconButton label={density === 'compact' ? 'Comfortable rows' : 'Compact rows'} onClick={turn}>
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}

/** Rows in here can follow the choice by their classes (`in-data-[density=comfortable]:py-3.5`). */
export function DensityOf({ density, children }: { density: Density; children: ReactNode }) {
  return (
    <div data-density={density} className="contents">
      {children}
    </div>
  );
}
