import type { ReactNode } from 'react';
import { directionOf, type Locale } from '#lib/i18n/locales';

type StaticDocumentProps = {
  readonly locale: Locale;
  readonly style: string;
  /** The script module of an interactive page. */
  readonly script?: { readonly address: string; readonly nonce?: string };
  readonly children: ReactNode;
  /** Content below the page. */
  readonly foot?: ReactNode;
};

/** The document of a page that the server renders itself, with inline style. It loads only pictures and a module. */
export function StaticDocument({ locale, style, script, children, foot }: StaticDocumentProps) {
  return (
    <html lang={locale} dir={directionOf(locale)}>
      {/* biome-ignore lint/style/noHeadElement: not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no, address=no, email=no, date=no" />
        <link rel="apple-touch-icon" href="/apple-icon.png" />
        <style>{style}</style>
        {script && <script type="module" src={script.address} nonce={script.nonce} />}
      </head>
      <body className="flex min-h-dvh flex-col">
        {children}
        {foot}
      </body>
    </html>
  );
}
