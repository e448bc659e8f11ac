import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ClientView } from '#lib/login/sign-in-page';

type PolicyLinksProps = { readonly locale: Locale; readonly client: ClientView; readonly app: string };

/** Links to the application's own pages. They open in a new tab, so that this page stays open. */
export function PolicyLinks({ locale, client, app }: PolicyLinksProps) {
  const links = [
    { text: translate(locale, 'consent.website'), href: client.clientUri },
    { text: translate(locale, 'consent.policy'), href: client.policyUri },
    { text: translate(locale, 'consent.terms'), href: client.tosUri },
  ].flatMap(({ text, href }) =>
    isWebAddress(href) ? [{ text: client.isVouched ? text : withHost(text, href), href }] : [],
  );
  if (links.length === 0) return null;
  return (
    <ul aria-label={translate(locale, 'consent.about', { app })} className="-mx-1 flex flex-wrap gap-x-4">
      {links.map((link) => (
        <li key={link.text}>
          <a
            href={link.href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center rounded px-1 underline underline-offset-3 hover:text-foreground"
          >
            {link.text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The row may be older than the rule that refuses other schemes, so the page checks the scheme again. */
function isWebAddress(uri: string | null): uri is string {
  return uri !== null && /^https?:\/\//i.test(uri) && URL.canParse(uri);
}

/** For a self-registered application, whose links were not reviewed. */
function withHost(text: string, uri: string): string {
  return `${text} (${displayText(new URL(uri).host)})`;
}
