import type { Context } from '#lib/context';
import { matchLocale } from '#lib/i18n/choose-locale';
import { type Language, locales } from '#lib/i18n/locales';
import type { User } from '#lib/users/user';
import { isTimeZone } from '../time-zone';
import { readManagedClaims } from './change-profile';

export type NameField = {
  readonly field: (typeof nameFields)[number];
  readonly value: string;
  /** The provider that the value comes from. If there is one, it cannot be changed here. */
  readonly managedBy: string | null;
};

/** The fields of the page /account/name. */
export async function readName({ sub, claims }: User, context: Context): Promise<readonly NameField[]> {
  const managed = await readManagedClaims(sub, context);
  return nameFields.map((field) => {
    const value = claims[field];
    return { field, value: typeof value === 'string' ? value : '', managedBy: managed.get(field) ?? null };
  });
}

/** The parts of a name (OpenID Connect Core §5.1), in the order of the page. */
export const nameFields = ['name', 'given_name', 'family_name'] as const;

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
