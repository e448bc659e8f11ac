import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import { Logo } from '#components/ui/logo';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type ShellProps = {
  readonly locale: Locale;
  /** `data-page`, which tests and automation rely on. */
  readonly page: string;
  /** The document title, complete. */
  readonly title: string;
  /** The host people should see in their address bar. */
  readonly host?: string | undefined;
  readonly children: ReactNode;
};

/** The frame of every page on which a person does one thing: logo, one sheet, footer. */
export function Shell({ locale, page, title, host, children }: ShellProps) {
  return (
    <div className="engraved isolate flex min-h-dvh flex-col px-5 py-7 sm:items-center sm:justify-center sm:px-6 sm:py-14">
      <title>{title}</title>
      <div className="grid w-full gap-7 sm:max-w-[27.5rem]">
        <header className="flex sm:justify-center">
          <Logo>{translate(locale, 'portal.name')}</Logo>
        </header>
        <main data-page={page}>
          <Card>{children}</Card>
        </main>
        {host && (
          <footer className="text-muted-foreground text-sm sm:text-center">
            {translate(locale, 'shell.host', { host })}
          </footer>
        )}
      </div>
    </div>
  );
}
