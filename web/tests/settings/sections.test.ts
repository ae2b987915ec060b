import { expect, it } from 'vitest';
import { SECTIONS } from '@/features/settings/sections';
import { findCommands } from '@/lib/find-command';

it('sections of the settings are found by what they are about', () => {
  expect(findCommands(SECTIONS, 'holidays').map(({ path }) => path)).toEqual(['locations']);
  expect(findCommands(SECTIONS, 'price')[0]?.path).toBe('services');
});
