import { createContext, type ReactNode } from 'react';
import type { Schemas } from '@/api/client';

/** What Mia is tried with: what is not saved yet. */
export type Draft = Schemas['TryoutCallIn'];

/** The button to talk with Mia while she is tried; calls are another feature's, which the page brings. */
export const Talking = createContext<(slug: string, draft: Draft) => ReactNode>(() => null);
