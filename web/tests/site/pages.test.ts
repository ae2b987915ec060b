import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { PLACEHOLDERS, pages, renderPage } from '@/app/public/entry-server';

const ASSETS = { css: '', script: '/assets/enhance.js', fonts: [] };
const rendered = pages.map((page) => ({ page, html: renderPage(page, ASSETS) }));
const SITE_STYLE = readFileSync('src/features/site/site.css', 'utf8');
const textOf = (path: string) => rendered.find(({ page }) => page.path === path)!.html.replace(/<[^>]+>/g, ' ');

describe.each(rendered)('$page.path', ({ page, html }) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');

  it('has one heading of the first rank, and a title and description of its own', () => {
    expect(parsed.querySelectorAll('h1')).toHaveLength(1);
    const twins = pages.filter((other) => other.title === page.title || other.description === page.description);
    expect(twins).toHaveLength(1);
    expect(page.title.length).toBeLessThanOrEqual(60);
    expect(page.description.length).toBeLessThanOrEqual(160);
  });

  it('uses no placeholder that the server does not know', () => {
    const used = new Set(html.match(/__[A-Z_]+__/g));
    expect([...used].filter((word) => !(PLACEHOLDERS as readonly string[]).includes(word))).toEqual([]);
  });

  it('carries no inline script that runs and no style attribute', () => {
    const scripts = [...parsed.querySelectorAll('script:not([src])')].map((script) => script.getAttribute('type'));
    expect(scripts.filter((type) => type !== 'application/ld+json')).toEqual([]);
    expect(parsed.querySelectorAll('body [style]')).toHaveLength(0);
  });

  it('links only to itself, to email and to pages that exist', () => {
    const known = [...pages.map(({ path }) => path), '/login'];
    const links = [...parsed.querySelectorAll('a')].map((link) => link.getAttribute('href')!);
    const strays = links.filter((href) => !/^(#|mailto:)/.test(href) && !known.includes(href.split('#')[0]!));
    expect(strays).toEqual([]);
  });

  it('has every anchor that other pages point to', () => {
    const wanted = rendered
      .flatMap((other) => [...other.html.matchAll(/href="([^"#]*)#([^"]+)"/g)].map(([, path, id]) => ({
        path: path || other.page.path,
        id: id!,
      })))
      .filter(({ path }) => path === page.path);
    expect(wanted.filter(({ id }) => !parsed.getElementById(id))).toEqual([]);
  });
});

const pageAt = (path: string) =>
  new DOMParser().parseFromString(rendered.find(({ page }) => page.path === path)!.html, 'text/html');
const said = (elements: Iterable<Element>) => [...elements].map((element) => element.textContent.trim());

describe('the landing page', () => {
  const page = pageAt('/');

  it('has the three buttons of its hero, and the words that follow the rotating ones', () => {
    const hero = page.querySelector('main section')!;
    const button = (href: string) => hero.querySelector(`a[href="${href}"]`)?.textContent.trim();
    expect(button('/book-demo')).toBe('Book a Demo');
    expect(button('/learn-more')).toMatch(/^Learn More/);
    expect(button('/learn-more#see-it-in-action')).toBe('Watch How It Works');
    expect(hero.querySelector('h1')!.textContent).toContain('Reimagined');
  });

  it('has a header with logo, contact link, Login, and Book a Demo that is Demo on a phone', () => {
    const header = page.querySelector('[data-site-header]')!;
    expect(header.querySelector('[data-site-logo]')!.getAttribute('href')).toBe('/');
    expect(header.querySelector('a[href^="mailto:"]')!.getAttribute('href')).toBe('mailto:__CONTACT_EMAIL__');
    expect(header.querySelector('a[href="/login"]')!.textContent.trim()).toBe('Login');
    const demo = header.querySelector('a[href="/book-demo"]')!;
    expect(demo.querySelector('.sm\\:hidden')!.textContent).toBe('Demo');
    expect(demo.querySelector('.max-sm\\:hidden')!.textContent).toBe('Book a Demo');
  });

  it('promises an alert only to practices that name an on-call contact', () => {
    const alerts = said(page.querySelectorAll('.night li')).filter((event) => event.includes('on-call contact'));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatch(/once you name one/);
  });

  it('has a footer and the button of the voice widget', () => {
    expect(said(page.querySelectorAll('footer nav a')).join()).toMatch(/Book a Demo,Login,Privacy Policy,Terms of Use/);
    expect(page.querySelector('[data-voice-launcher]')!.textContent.trim()).toBe('Talk to Mia');
  });
});

describe('the learn-more page', () => {
  const page = pageAt('/learn-more');

  it('opens with hidden revenue: 213 overdue patients, $154,880, and Book Your Demo', () => {
    const hero = page.querySelector('[aria-labelledby="learn-title"]')!;
    expect(hero.querySelector('h1')!.textContent.trim()).toBe('Discover hidden revenue from your practice');
    expect(hero.textContent).toMatch(/213.*\$154,880|\$154,880.*213/);
    expect(hero.querySelector('a[href="/book-demo"]')!.textContent.trim()).toBe('Book Your Demo');
  });

  it('introduces Mia with a picture', () => {
    const meet = page.querySelector('[aria-labelledby="meet-title"]')!;
    expect(meet.querySelector('h2')!.textContent.trim()).toBe('This is Mia');
    expect(meet.querySelector('svg')).not.toBeNull();
  });

  it('has the four applications and the two demonstrations', () => {
    const text = page.body.textContent;
    for (const name of ['Unified Messaging', 'Smart Rebooking', 'Automated Front Desk', 'Lead Conversion']) {
      expect(text).toContain(name);
    }
    const demos = page.querySelector('#see-it-in-action')!;
    expect(demos.textContent).toContain('See It in Action');
    expect(demos.textContent).toMatch(/Lead Conversion.*Receptionist/s);
    expect(demos.querySelectorAll('video')).toHaveLength(2);
  });

  it('has a solution of six features, six figures, pain points and a strip of practices', () => {
    const [features, figures] = page.querySelectorAll('#solution dl');
    expect(said(features!.querySelectorAll('dt'))).toEqual([
      'Multi-channel messaging',
      'CRM integrations',
      'Automated lead capture and booking',
      'HIPAA-safe communication',
      'Voice communication',
      'Custom sales activity',
    ]);
    expect([...figures!.children].map((each) => said(each.children).reverse().join(' '))).toEqual([
      '0 missed calls',
      '21 rebookings per month',
      '16% retention improvement',
      '22% revenue increase',
      '70% response-time reduction',
      '40% more consults',
    ]);
    const [pains, practices] = page.querySelectorAll('#solution ul');
    expect(pains!.children.length).toBeGreaterThan(2);
    expect(practices!.closest('[data-moving]')).not.toBeNull();
    expect(practices!.children.length).toBeGreaterThan(2);
    expect(SITE_STYLE).toMatch(/animation: logo-strip 40s linear infinite/);
  });

  it('lays out the solution in three columns from 1024 px', () => {
    expect(page.querySelector('#solution dl')!.className).toContain('lg:grid-cols-3'); // Tailwind's lg is 64rem, 1024 px
  });

  it('ends with Book a Custom Demo', () => {
    expect(page.querySelector('[data-to-top]')!.textContent.trim()).toBe('Book a Custom Demo');
  });
});

describe('the book-demo page', () => {
  const page = pageAt('/book-demo');

  it('has its heading, the calendar, the two links and the copyright notice', () => {
    expect(page.querySelector('h1')!.textContent.trim()).toBe('Book Your Demo');
    expect(page.querySelector('[data-booking-frame]')!.getAttribute('src')).toBe('__BOOKING_EMBED_URL__');
    expect(page.querySelector('main a[href="/"]')!.textContent.trim()).toBe('Back to Home');
    expect(page.querySelector('main a[href="/learn-more"]')!.textContent).toContain('Learn More');
    expect(page.querySelector('footer')!.textContent).toMatch(/© \d{4} Mia\. All rights reserved\./);
  });
});

describe('the legal documents', () => {
  it('state retention, no sale, no tracking cookies, the age, the date, and the way to ask for deletion', () => {
    const privacy = textOf('/privacy-policy');
    for (const words of ['30 days or less by default', 'do not sell', 'no tracking cookies', '18 or older', 'July 21, 2025']) {
      expect(privacy).toContain(words);
    }
    expect(pageAt('/privacy-policy').querySelector('main a[href^="mailto:__CONTACT_EMAIL__"]')).not.toBeNull();
  });

  it('are governed by the law of Florida', () => {
    expect(textOf('/terms-of-use')).toContain('State of Florida');
  });
});
