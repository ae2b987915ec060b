import type { ReactNode } from 'react';
import { CancelBookingPage, EmbeddedBookingPage } from '@/features/schedule/booking/embed-pages';
import { FirstRunFlow } from '@/features/identity/entrance/first-run-flow';
import { FirstRunPage } from '@/features/identity/entrance/first-run-page';
import { InviteFlow } from '@/features/identity/entrance/invite-flow';
import { InvitePage } from '@/features/identity/entrance/invite-page';
import { LoginFlow } from '@/features/identity/entrance/login-flow';
import { LoginPage } from '@/features/identity/entrance/login-page';
import { ResetFlow } from '@/features/identity/entrance/reset-flow';
import { ResetPage } from '@/features/identity/entrance/reset-page';
import { LeadFormPage } from '@/features/leads/form/lead-form-page';
import { BookDemoPage } from '@/features/site/pages/book-demo-page';
import { FAQ } from '@/features/site/sections/faq';
import { LandingPage } from '@/features/site/pages/landing-page';
import { SiteLayout } from '@/features/site/frame/layout';
import { LearnMorePage } from '@/features/site/pages/learn-more-page';
import { PrivacyPage } from '@/features/site/pages/privacy-page';
import { TermsPage } from '@/features/site/pages/terms-page';
import { VoiceLauncher } from '@/features/voice/launcher';
import { WebsiteWidgetPage } from '@/features/voice/website/website-widget-page';
import type { PublicPage } from './page';

const withLayout = (content: ReactNode) => <SiteLayout floating={<VoiceLauncher />}>{content}</SiteLayout>;

const ORGANIZATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Mia',
  url: '__PUBLIC_URL__/',
  logo: '__PUBLIC_URL__/favicon.svg',
  email: '__CONTACT_EMAIL__',
};

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Mia',
  category: 'AI front office software',
  brand: { '@type': 'Brand', name: 'Mia' },
  url: '__PUBLIC_URL__/',
  image: '__PUBLIC_URL__/share.jpg',
  description: 'An AI front office for medical aesthetic, dental and wellness practices: calls, messages, booking and rebooking.',
};

const QUESTIONS = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: FAQ.map(([question, answer]) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};

/** In a prerendered page no one goes anywhere. */
const nowhere = () => undefined;

/** The pages on the way into the clinic area. Search engines have no business there. */
const entrance: PublicPage[] = [
  {
    path: '/login',
    title: 'Log in | Mia',
    description: 'Log in to your Mia dashboard.',
    element: (
      <LoginPage>
        <LoginFlow goTo={nowhere} />
      </LoginPage>
    ),
  },
  {
    path: '/reset-password',
    title: 'Reset your password | Mia',
    description: 'Choose a new password for Mia.',
    element: (
      <ResetPage>
        <ResetFlow goTo={nowhere} />
      </ResetPage>
    ),
  },
  {
    path: '/accept-invite',
    title: 'Your invite | Mia',
    description: 'Accept an invite to join a practice on Mia.',
    element: (
      <InvitePage>
        <InviteFlow goTo={nowhere} />
      </InvitePage>
    ),
  },
  {
    path: '/first-run',
    title: 'Set up Mia',
    description: 'Create the first practice on a new installation.',
    element: (
      <FirstRunPage>
        <FirstRunFlow goTo={nowhere} alive={false} />
      </FirstRunPage>
    ),
  },
].map((page) => ({ ...page, index: false }));

/** Every prerendered page. A page added here is written, filled in by the server, and listed in the site map. */
export const pages: PublicPage[] = [
  {
    path: '/',
    title: 'Mia, the AI front office for medspas and dental practices',
    description:
      'Mia answers every call and message, books into your calendar and brings overdue patients back, day and night.',
    element: withLayout(<LandingPage />),
    jsonLd: [ORGANIZATION, PRODUCT, QUESTIONS],
  },
  {
    path: '/learn-more',
    title: 'Discover hidden revenue from your practice | Mia',
    description:
      'How Mia unifies messaging, rebooks overdue patients, runs the front desk and turns inquiries into consultations.',
    element: withLayout(<LearnMorePage />),
  },
  {
    path: '/book-demo',
    title: 'Book Your Demo | Mia',
    description: 'Thirty minutes with Mia, the AI front office: call her yourself and see what your overdue list is worth.',
    element: withLayout(<BookDemoPage />),
  },
  {
    path: '/embed/booking',
    title: 'Choose a time for your demo | Mia',
    description: 'Available demo times in the next four weeks.',
    element: <EmbeddedBookingPage />,
    index: false,
  },
  {
    path: '/embed/booking/cancel',
    title: 'Cancel your demo | Mia',
    description: 'Cancel your demo booking.',
    element: <CancelBookingPage />,
    index: false,
  },
  {
    path: '/embed/lead',
    title: 'Send us a message',
    description: 'A practice’s contact form for website visitors.',
    element: <LeadFormPage />,
    index: false,
  },
  {
    path: '/embed/widget',
    title: 'Talk to Mia',
    description: 'Mia, the AI receptionist, on a practice’s website.',
    element: <WebsiteWidgetPage />,
    index: false,
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy | Mia',
    description: 'What Mia stores, for how long and why: 30 days or less by default, no sale of data, no tracking cookies.',
    element: withLayout(<PrivacyPage />),
  },
  {
    path: '/terms-of-use',
    title: 'Terms of Use | Mia',
    description: 'Terms for using this site, the Mia demo and the clinic dashboard.',
    element: withLayout(<TermsPage />),
  },
  ...entrance,
];
