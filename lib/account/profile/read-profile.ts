import type { Context } from '#lib/context';
import { isLanguage, languages } from '#lib/i18n/locales';
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

/** The front page of the account: the data about the person, each with the page that changes it. */
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
