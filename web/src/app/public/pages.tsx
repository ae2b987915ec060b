import type { ReactNode } from 'react';
import { LandingPage } from '@/features/site/landing-page';
import { SiteLayout } from '@/features/site/layout';
import { VoiceLauncher } from '@/features/voice/launcher';
import type { PublicPage } from './page';

const withLayout = (content: ReactNode) => <SiteLayout floating={<VoiceLauncher />}>{content}</SiteLayout>;

/** Every prerendered page. A page added here is written, compressed by the server, and listed in the site map. */
export const pages: PublicPage[] = [
  {
    path: '/',
    title: 'Mia, the AI front office for medspas, dermatology and dental practices',
    description:
      'Mia answers every call and message, books into your calendar and brings overdue patients back, day and night.',
    element: withLayout(<LandingPage />),
  },
];
