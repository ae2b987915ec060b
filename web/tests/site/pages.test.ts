import { describe, expect, it } from 'vitest';
import { PLACEHOLDERS, pages, renderPage } from '@/app/public/entry-server';

const ASSETS = { css: '', script: '/assets/enhance.js', fonts: [] };
const rendered = pages.map((page) => ({ page, html: renderPage(page, ASSETS) }));
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

  it('links only to itself, to e-mail and to pages that exist', () => {
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

describe('the texts of the specification', () => {
  it('stand on the landing page', () => {
    const text = textOf('/');
    for (const said of ['Reimagined', 'Book a Demo', 'Learn More', 'Watch How It Works', 'Talk to Mia', 'Login']) {
      expect(text).toContain(said);
    }
  });

  it('stand on the learn-more page', () => {
    const text = textOf('/learn-more');
    const wanted = [
      'Discover hidden revenue from your practice', '213', '$154,880', 'Book Your Demo', 'Unified Messaging',
      'Smart Rebooking', 'Automated Front Desk', 'Lead Conversion', 'See It in Action', 'missed calls',
      'rebookings per month', 'retention improvement', 'revenue increase', 'response-time reduction', 'more consults',
      'Book a Custom Demo', 'Multi-channel messaging', 'CRM integrations', 'HIPAA-safe communication',
    ];
    expect(wanted.filter((said) => !text.includes(said))).toEqual([]);
  });

  it('stand in the legal documents', () => {
    const privacy = textOf('/privacy-policy');
    for (const said of ['30 days or less by default', 'do not sell', 'no tracking cookies', '18 or older', 'July 21, 2025']) {
      expect(privacy).toContain(said);
    }
    expect(textOf('/terms-of-use')).toContain('State of Florida');
  });
});
