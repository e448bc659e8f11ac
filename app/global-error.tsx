'use client';

import './globals.css';
import { ServerErrorView } from '#components/interaction/server-error-view';
import { englishServerError } from '#lib/i18n/server-error-text';

/** Stands in for the whole document when the layout itself failed. */
export default function GlobalError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  return (
    <html lang="en" dir="ltr">
      <body className="flex min-h-dvh flex-col">
        <ServerErrorView words={englishServerError} digest={error.digest} />
      </body>
    </html>
  );
}
