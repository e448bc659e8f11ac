import type { ReactNode } from 'react';
import { Logo, NameLogo, PictureLogo } from '#components/ui/logo';
import { TextLink } from '#components/ui/text';
import { directionOf, type Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type Brand, brandName, logoSources, type PageFrame, plainFrame } from '#lib/theme/brand';
import type { SheetPage } from '#lib/vocabulary/sheet-pages';

/** The properties of every page of the portal, in addition to its content. */
export type ShellContext = {
  readonly locale: Locale;
  /** If left out, that of a portal without a look of its own. */
  readonly frame?: PageFrame | undefined;
  /** The host people should see in their address bar. */
  readonly host?: string | undefined;
  /** For the style element of a brand. */
  readonly nonce?: string | undefined;
  /** Whether the person can read the mails of this server at /outbox. */
  readonly hasOutbox?: boolean | undefined;
};

type ShellProps = ShellContext & {
  /** `data-page`, which tests and automation rely on. */
  readonly page: SheetPage;
  /** The title of the document without the name of the portal or tenant, which is used alone by default. */
  readonly title?: string;
  readonly hasProblem?: boolean;
  /** The page tells about a mail that was sent. */
  readonly waitsForMail?: boolean;
  readonly children: ReactNode;
};

/** The frame of every page with a single task: logo, one sheet, footer. */
export function Shell({ page, title, hasProblem = false, waitsForMail = false, children, ...shell }: ShellProps) {
  const { locale, frame, host, nonce, hasOutbox = false } = shell;
  const { brand, display } = frame ?? plainFrame;
  const isCompact = display !== 'page';
  return (
    <div
      data-display={display}
      className={`isolate flex grow flex-col px-5 pt-6 pb-8 [overflow-wrap:anywhere] ${isCompact ? 'items-center' : roomy}`}
    >
      <title>{title === undefined ? brandName(brand) : pageTitle(locale, { title, hasProblem, brand })}</title>
      <BrandTheme brand={brand} nonce={nonce} />
      <div className={`flex w-full grow flex-col gap-7 sm:max-w-[28rem] ${isCompact ? '' : 'sm:grow-0'}`}>
        <header className={`flex ${isCompact ? '' : 'sm:justify-center'}`}>
          <BrandLogo brand={brand} />
        </header>
        <main data-page={page}>
          <Card compact={isCompact}>
            {children}
            {waitsForMail && hasOutbox && (
              <TextLink href="/outbox" target="_blank" className="-my-2.5 w-fit">
                {translate(locale, 'outbox.open')}
              </TextLink>
            )}
          </Card>
        </main>
        <ShellFoot locale={locale} brand={brand} host={host} compact={isCompact} />
      </div>
    </div>
  );
}

const roomy = 'engraved sm:items-center sm:justify-center sm:px-6 sm:pt-14';

/** The portal or tenant at the top of the page. An application's logo is never shown here. */
export function BrandLogo({ brand }: { readonly brand: Brand }) {
  const name = brandName(brand);
  if (brand.logo !== null) return <PictureLogo name={name} {...logoSources(brand.logo, brand.mode)} />;
  return brand.name === null ? <Logo>{name}</Logo> : <NameLogo name={name} />;
}

type PageTitle = { readonly title: string; readonly hasProblem?: boolean; readonly brand: Brand };

/** The title of the document: an error first, then the page, then the portal or tenant. */
export function pageTitle(locale: Locale, { title, hasProblem = false, brand }: PageTitle): string {
  const whole = translate(locale, 'shell.title', { title, portal: brandName(brand) });
  return hasProblem ? translate(locale, 'shell.error_title', { title: whole }) : whole;
}

/** The icon of the browser's tab. If null, the product's. */
export function PageIcon({ address }: { readonly address: string | null }) {
  if (address === null) return <link rel="icon" href="/icon.svg" type="image/svg+xml" />;
  return <link rel="icon" href={address} type="image/png" />;
}

type BrandThemeProps = { readonly brand: Brand; readonly nonce: string | undefined };

/**
 * A brand's colors as CSS variables, the icon of the browser's tab, and the color of the browser's bars. The text consists
 * only of computed numbers and contains nothing from the configuration.
 */
export function BrandTheme({ brand, nonce }: BrandThemeProps) {
  const { mode, bars, icon, style } = brand;
  return (
    <>
      <PageIcon address={icon} />
      <meta name="color-scheme" content={mode === 'system' ? 'light dark' : mode} />
      {mode === 'system' ? (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={bars.light} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={bars.dark} />
        </>
      ) : (
        <meta name="theme-color" content={bars[mode]} />
      )}
      {style !== null && <style nonce={nonce}>{style.css}</style>}
    </>
  );
}

type ShellFootProps = {
  readonly locale: Locale;
  readonly brand: Brand;
  readonly host: string | undefined;
  readonly compact: boolean;
};

/** The footer of every page: the host, which is always that of the issuer, and the links for help. */
export function ShellFoot({ locale, brand, host, compact }: ShellFootProps) {
  const links = brandLinks(brand, locale);
  if (host === undefined && links.length === 0) return null;
  return (
    <footer
      className={`mt-auto flex flex-wrap items-center justify-between gap-x-6 text-muted-foreground text-sm print:hidden ${compact ? '' : 'sm:mt-0 sm:px-10'} ${links.length === 0 ? 'sm:justify-center' : ''}`}
    >
      {host && <p className="py-2">{translate(locale, 'shell.host', { host })}</p>}
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ text, href }) => (
            <li key={text}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center rounded underline decoration-muted-foreground/40 underline-offset-3 hover:text-foreground hover:decoration-foreground"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

/** The help, privacy and terms links, if set, in the same order on every page (WCAG 2.2 §3.2.6). */
function brandLinks(
  { links: { support, privacy, terms } }: Brand,
  locale: Locale,
): readonly { text: string; href: string }[] {
  return [
    { text: translate(locale, 'shell.help'), href: support },
    { text: translate(locale, 'shell.privacy'), href: privacy },
    { text: translate(locale, 'shell.terms'), href: terms },
  ].flatMap(({ text, href }) => (href !== null && /^(https?:\/\/|mailto:)/i.test(href) ? [{ text, href }] : []));
}

type CardProps = {
  /** In a small window the sheet fills the page, as on a phone. */
  readonly compact?: boolean;
  readonly children: ReactNode;
};

/** The sheet around the content of a page. On a phone it fills the page and has no border. */
function Card({ compact = false, children }: CardProps) {
  return <div className={`grid gap-7 text-card-foreground ${compact ? '' : sheet}`}>{children}</div>;
}

const sheet = 'sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card';

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
