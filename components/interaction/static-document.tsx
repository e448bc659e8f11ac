import type { ReactNode } from 'react';
import { directionOf, type Locale } from '#lib/i18n/locales';

type StaticDocumentProps = { readonly locale: Locale; readonly style: string; readonly children: ReactNode };

/** The document of a page that the server renders itself, with its style in it: it loads nothing but pictures. */
export function StaticDocument({ locale, style, children }: StaticDocumentProps) {
  return (
    <html lang={locale} dir={directionOf(locale)}>
      {/* biome-ignore lint/style/noHeadElement: not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style>{style}</style>
      </head>
      <body className="flex min-h-dvh flex-col">{children}</body>
    </html>
  );
}
