import type { PublicPage } from './page';

/** What the bundler made, by address. */
export interface Assets {
  /** The whole style sheet of the public pages; it is small and saves a round trip. */
  css: string;
  /** The module that enhances the page, and what it imports at once. */
  script: string;
  fonts: string[];
}

/** One complete HTML document. It carries no inline script and no style attribute, so that a strict CSP holds. */
export function PageDocument({ page, assets }: { page: PublicPage; assets: Assets }) {
  const address = `__PUBLIC_URL__${page.path}`;
  return (
    <html lang="en" data-mia="__MIA__" data-demos="__DEMOS__">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.index === false ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Mia" />
        <meta property="og:title" content={page.title} />
        <meta property="og:description" content={page.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content="__PUBLIC_URL__/share.jpg" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Mia: your front desk, reimagined" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="theme-color" content="#F3F6F5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#071A1B" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {page.jsonLd?.map((data, i) => (
          <script
            key={i}
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
          />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>{page.element}</body>
    </html>
  );
}
