import { answer, reasonOf } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import type { Session } from './sign-in';

export type Founding = Schemas['FirstRun'];

export type Need = { needed: boolean } | { problem: string };

/** Whether the product still waits for its first practice. */
export async function askWhetherNeeded(): Promise<Need> {
  try {
    return { needed: (await answer(api.GET('/api/first-run'))).needed };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

export type Founded = { session: Session } | { problem: string };

/** Makes the first practice and its Clinic Administrator, who is signed in by it. */
export async function found(founding: Founding): Promise<Founded> {
  try {
    return { session: await answer(api.POST('/api/first-run', { body: founding })) };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
