'use client';

import './globals.css';
import { ServerErrorView } from '#components/interaction/server-error-view';
import { chooseLocale, directionOf } from '#lib/i18n/locales';

/** Stands in for the whole document when the layout itself failed. */
export default function GlobalError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  const locale = chooseLocale();
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body>
        <ServerErrorView digest={error.digest} />
      </body>
    </html>
  );
}
