import type { Context } from '#lib/context';
import { matchLocale } from '#lib/i18n/choose-locale';
import { isLanguage, type Language, languages, locales } from '#lib/i18n/locales';
import { isTimeZone } from '#lib/sessions/time-zone';
import type { ClaimValue, User } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { provedAddress } from '#lib/vocabulary/email';
import { personView } from '../person-view';
import { type ManagedClaims, readManagedClaims } from './change-profile';

type ProfileField = 'picture' | 'name' | 'username' | 'email' | 'language' | 'zoneinfo';

export type ProfileRow = {
  readonly field: ProfileField;
  /** Null if it is not set, and for a picture, which is shown instead. */
  readonly value: string | null;
  readonly picture: string | null;
  readonly state: 'set' | 'not_set' | 'unverified';
  /** The provider that sets it at each sign-in. If there is one, it cannot be changed here. */
  readonly managedBy: string | null;
  /** The page that changes it. */
  readonly href: string;
};

/** The page /account/profile: the data about the person, each with the page that changes it. */
export async function readProfile(user: User, context: Context): Promise<readonly ProfileRow[]> {
  return profileRows(user, await readManagedClaims(user.sub, context), context.settings.issuer);
}

function profileRows(user: User, managed: ManagedClaims, issuer: string): readonly ProfileRow[] {
  const { username, claims } = user;
  const { picture } = personView(user, issuer);
  const row = (field: ProfileField, value: string | null, page: string, claim: string | null): ProfileRow => {
    const managedBy = (claim === null ? undefined : managed.get(claim)) ?? null;
    return { field, value, picture: null, state: value === null ? 'not_set' : 'set', managedBy, href: page };
  };
  const address = textOf(claims.email);
  const email = row('email', address === null ? null : readableDomains(address), '/account/email', 'email');
  const isUnproved = email.value !== null && provedAddress(claims) === null;
  const drawn = row('picture', textOf(claims.picture), '/account/picture', 'picture');
  return [
    { ...drawn, picture },
    row('name', textOf(claims.name), '/account/name', 'name'),
    row('username', username, '/account/username', null),
    { ...email, state: isUnproved ? 'unverified' : email.state },
    row('language', languageOf(textOf(claims.locale)), '/account/language', 'locale'),
    row('zoneinfo', textOf(claims.zoneinfo), '/account/language', 'zoneinfo'),
  ];
}

function textOf(claim: ClaimValue | undefined): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

function languageOf(tag: string | null): string | null {
  return tag !== null && isLanguage(tag) ? languages[tag] : tag;
}

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
