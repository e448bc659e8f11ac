import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { Brand } from '#lib/theme/brand';

type ShellFootProps = {
  readonly locale: Locale;
  readonly brand: Brand | null;
  readonly host: string | undefined;
  readonly compact: boolean;
};

/** The footer of every page: the host, which is always that of the issuer, and the links for help. */
export function ShellFoot({ locale, brand, host, compact }: ShellFootProps) {
  const links = brandLinks(brand, locale);
  if (host === undefined && links.length === 0) return null;
  return (
    <footer
      className={`mt-auto flex flex-wrap items-center justify-between gap-x-6 text-muted-foreground text-sm ${compact ? '' : 'sm:mt-0 sm:px-10'} ${links.length === 0 ? 'sm:justify-center' : ''}`}
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

/** The help, privacy and terms links of a tenant, if set, in the same order on every page (WCAG 2.2 §3.2.6). */
function brandLinks(brand: Brand | null, locale: Locale): readonly { text: string; href: string }[] {
  const { support, privacy, terms } = brand?.links ?? { support: null, privacy: null, terms: null };
  return [
    { text: translate(locale, 'shell.help'), href: support },
    { text: translate(locale, 'shell.privacy'), href: privacy },
    { text: translate(locale, 'shell.terms'), href: terms },
  ].flatMap(({ text, href }) => (href !== null && /^(https?:\/\/|mailto:)/i.test(href) ? [{ text, href }] : []));
}
