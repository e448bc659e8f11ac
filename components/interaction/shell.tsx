import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import { Logo, NameLogo, PictureLogo } from '#components/ui/logo';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type Brand, logoSources, type PageFrame, plainFrame } from '#lib/theme/brand';
import { dark, light } from '#lib/theme/tokens';
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

/** Whose page it is, at its top. An application's logo never takes this place. */
export function BrandLogo({ locale, brand }: { readonly locale: Locale; readonly brand: Brand | null }) {
  if (brand === null) return <Logo>{translate(locale, 'portal.name')}</Logo>;
  const name = displayText(brand.name);
  if (brand.logo === null) return <NameLogo name={name} />;
  return <PictureLogo name={name} {...logoSources(brand.logo, brand.mode)} />;
}

type PageTitle = { readonly title: string; readonly hasProblem?: boolean; readonly brand?: Brand | null };

/** The document title: the page first, then whose it is; a refused form says so before everything else. */
export function pageTitle(locale: Locale, { title, hasProblem = false, brand = null }: PageTitle): string {
  const portal = brand === null ? translate(locale, 'portal.name') : displayText(brand.name);
  const whole = translate(locale, 'title.with_portal', { title, portal });
  return hasProblem ? translate(locale, 'title.error_prefix', { title: whole }) : whole;
}

/** The icon of the browser's tab; the portal's own for null. */
export function PageIcon({ address }: { readonly address: string | null }) {
  if (address === null) return <link rel="icon" href="/icon.svg" type="image/svg+xml" />;
  return <link rel="icon" href={address} type="image/png" />;
}

type BrandThemeProps = { readonly brand: Brand | null; readonly nonce: string | undefined };

/**
 * A tenant's colors as CSS variables, the icon of the browser's tab, and the color of its own bars. The text is made of numbers of ours
 * alone; nothing that somebody configured stands in it.
 */
export function BrandTheme({ brand, nonce }: BrandThemeProps) {
  const mode = brand?.mode ?? 'system';
  const bars = brand?.bars ?? { light: light.background, dark: dark.background };
  return (
    <>
      <PageIcon address={brand?.icon ?? null} />
      <meta name="color-scheme" content={mode === 'system' ? 'light dark' : mode} />
      {mode === 'system' ? (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={bars.light} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={bars.dark} />
        </>
      ) : (
        <meta name="theme-color" content={bars[mode]} />
      )}
      {brand !== null && <style nonce={nonce}>{brand.css}</style>}
    </>
  );
}
