import type { Context } from '#lib/context';
import { type Language, locales } from '#lib/i18n/locales';
import { matchLocale } from '#lib/i18n/match-locale';
import type { User } from '#lib/users/user';
import { isTimeZone } from '../time-zone';
import { readManagedClaims } from './managed-claims';

export type LanguageChoice = {
  /** Null if there is none, or if we do not support it. */
  readonly locale: Language | null;
  readonly zoneinfo: string | null;
  /** The providers that they come from. */
  readonly managedBy: { readonly locale: string | null; readonly zoneinfo: string | null };
};

/** The initial values of the page /account/language. */
export async function readLanguage({ sub, claims }: User, context: Context): Promise<LanguageChoice> {
  const managed = await readManagedClaims(sub, context);
  const { locale, zoneinfo } = claims;
  return {
    locale: typeof locale === 'string' ? matchLocale([locale], locales) : null,
    zoneinfo: typeof zoneinfo === 'string' && isTimeZone(zoneinfo) ? zoneinfo : null,
    managedBy: { locale: managed.get('locale') ?? null, zoneinfo: managed.get('zoneinfo') ?? null },
  };
}
