import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ cwd: path.resolve(import.meta.dirname, '..') });

/** What the floors rule says about one import standing in one file. */
async function complaints(file: string, statement: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${statement}\n`, { filePath: file });
  return (result?.messages ?? []).filter((m) => m.ruleId === 'mia/floors').map((m) => m.message);
}

describe('the floors rule', () => {
  it('refuses one feature importing another', async () => {
    const said = await complaints('src/features/site/a.ts', "export { b } from '@/features/voice/b';");
    expect(said).toEqual(['Feature "site" imports feature "voice". Compose them in app instead.']);
  });

  it('refuses it by a relative path and by a dynamic import too', async () => {
    expect(await complaints('src/features/site/a.ts', "export * from '../voice/b';")).toHaveLength(1);
    expect(await complaints('src/features/site/a.ts', "void import('../voice/b');")).toHaveLength(1);
  });

  it('refuses ui importing a feature, and a feature importing app', async () => {
    expect(await complaints('src/ui/a.ts', "export * from '@/features/site/b';")).toHaveLength(1);
    expect(await complaints('src/features/site/a.ts', "export * from '@/app/public/pages';")).toHaveLength(1);
  });

  it('allows going down, and neighbours in the same feature', async () => {
    expect(await complaints('src/features/site/a.ts', "export * from '@/ui/buttons/button';")).toEqual([]);
    expect(await complaints('src/features/site/a.ts', "export * from './b';")).toEqual([]);
    expect(await complaints('src/app/a.ts', "export * from '@/features/site/b';")).toEqual([]);
  });
}, 30_000);
