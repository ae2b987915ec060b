import { useMemo } from 'react';
import { timeZones, zoneName } from '@/lib/time/time-zones';

/** Which clock the times are read on. The browser's own is offered first and chosen. */
export function ZoneSelect({ value, onChange }: { value: string | null; onChange: (timeZone: string) => void }) {
  return (
    <label className="booking-zone">
      <span>Time zone</span>
      <select value={value ?? ''} disabled={!value} onChange={(event) => onChange(event.target.value)}>
        {value && <Zones value={value} />}
      </select>
    </label>
  );
}

function Zones({ value }: { value: string }) {
  const zones = useMemo(() => timeZones(), []);
  const known = zones.home.includes(value) || zones.world.includes(value);
  return (
    <>
      {!known && <option value={value}>{zoneName(value)}</option>}
      <optgroup label="United States">
        {zones.home.map((zone) => (
          <option key={zone} value={zone}>
            {zoneName(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label="Everywhere">
        {zones.world.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    </>
  );
}
