import { matchLocale } from '#lib/i18n/choose-locale';
import { isLanguage, locales } from '#lib/i18n/locales';
import type { Mail } from '#lib/mail/mail';
import { namedTenants } from '#lib/vocabulary/user-tenants';
import type { User } from './user';

/** The facts about the page that caused a mail. */
export type MailOrigin = {
  /** The language of the page. Pseudo-locales count as English. */
  readonly locale: string;
  /** The tenant of the page's look. Null for the portal's own. */
  readonly tenant: string | null;
  /** The zone of the browser, for a person who chose none. */
  readonly timeZone?: string | null;
  /** The session that caused it. Its pages do not tell the person as news what they did there. */
  readonly sid?: string;
};

/**
 * How a mail to a person is written: in the language of the `locale` claim, otherwise of the page. It has the look of
 * the page, otherwise of the only tenant that the person belongs to.
 * @param user null without an account
 */
export function mailRecipient(
  user: Pick<User, 'claims' | 'tenants'> | null,
  { locale, tenant, timeZone }: MailOrigin,
): Pick<Mail, 'locale' | 'tenant' | 'timeZone'> {
  const { claims = {}, tenants = 'none' } = user ?? {};
  const [only, ...others] = namedTenants(tenants);
  const { zoneinfo } = claims;
  const own = typeof claims.locale === 'string' ? matchLocale([claims.locale], locales) : null;
  return {
    locale: own ?? (isLanguage(locale) ? locale : 'en'),
    tenant: tenant ?? (only !== undefined && others.length === 0 ? only : null),
    timeZone: typeof zoneinfo === 'string' && zoneinfo.length <= 64 ? zoneinfo : (timeZone ?? undefined),
  };
}
