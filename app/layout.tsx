import './globals.css';
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '#components/interaction/language-switch';
import { directionOf } from '#lib/i18n/locales';
import { pageLocale, readSwitch } from '#lib/next/page-locale';

export const metadata: Metadata = {
  // The theme of the page sets the tab's icon, because a tenant may have its own.
  icons: { apple: '/apple-icon.png' },
  robots: { index: false },
  formatDetection: { telephone: false, email: false, address: false, date: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
};

/** Every page is rendered for each request, because each has its own nonce and none may be cached. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const locale = await pageLocale();
  const fields = await readSwitch();
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body className="flex min-h-dvh flex-col">
        {children}
        {fields && <LanguageSwitch locale={locale} fields={fields} />}
      </body>
    </html>
  );
}
