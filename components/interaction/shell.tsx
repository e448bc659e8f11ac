import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { BrandLogo } from './brand-logo';
import { BrandTheme } from './brand-theme';
import { pageTitle } from './page-title';
import { ShellFoot } from './shell-foot';

/** What every page of the portal is given beside its own content. */
export type ShellContext = {
  readonly locale: Locale;
  /** Whose page it is; the portal's own when left out. */
  readonly frame?: PageFrame | undefined;
  /** The host people should see in their address bar. */
  readonly host?: string | undefined;
  /** For the tenant's style element. */
  readonly nonce?: string | undefined;
};

type ShellProps = ShellContext & {
  /** `data-page`, which tests and automation rely on. */
  readonly page: string;
  /** The document's title without whose it is; the portal's name alone when left out. */
  readonly title?: string;
  readonly hasProblem?: boolean;
  readonly children: ReactNode;
};

/** The frame of every page on which a person does one thing: logo, one sheet, foot. */
export function Shell({ locale, page, title, hasProblem = false, frame, host, nonce, children }: ShellProps) {
  const { brand, display } = frame ?? plainFrame;
  const isCompact = display !== 'page';
  return (
    <div
      data-display={display}
      className={`isolate flex grow flex-col px-5 pt-6 pb-8 ${isCompact ? 'items-center' : roomy}`}
    >
      <title>
        {title === undefined ? translate(locale, 'portal.name') : pageTitle(locale, { title, hasProblem, brand })}
      </title>
      <BrandTheme brand={brand} nonce={nonce} />
      <div className={`flex w-full grow flex-col gap-7 sm:max-w-[28rem] ${isCompact ? '' : 'sm:grow-0'}`}>
        <header className={`flex ${isCompact ? '' : 'sm:justify-center'}`}>
          <BrandLogo locale={locale} brand={brand} />
        </header>
        <main data-page={page}>
          <Card compact={isCompact}>{children}</Card>
        </main>
        <ShellFoot locale={locale} brand={brand} host={host} compact={isCompact} />
      </div>
    </div>
  );
}

const roomy = 'engraved sm:items-center sm:justify-center sm:px-6 sm:pt-14';
