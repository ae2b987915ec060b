import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseDensity, densityOf, holdDensities } from '@/lib/density';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('how much room rows take', () => {
  it('is each person’s own choice, compact at first', () => {
    chooseDensity('usr_1', 'comfortable');
    expect(densityOf('usr_1')).toBe('comfortable');
    expect(densityOf('usr_2')).toBe('compact');
    chooseDensity('usr_1', 'compact');
    expect(densityOf('usr_1')).toBe('compact');
  });

  it('outlasts a sign-out that clears the storage', () => {
    chooseDensity('usr_1', 'comfortable');
    const keep = holdDensities();
    localStorage.clear();
    keep();
    expect(densityOf('usr_1')).toBe('comfortable');
    localStorage.clear();
    holdDensities()();
    expect(localStorage).toHaveLength(0);
  });

  it('is compact where storage is blocked or says something else', () => {
    localStorage.setItem('mia.density', 'not json');
    expect(densityOf('usr_1')).toBe('compact');
    const blocked = () => {
      throw new Error('blocked');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
    chooseDensity('usr_1', 'comfortable');
    expect(densityOf('usr_1')).toBe('compact');
  });
});
