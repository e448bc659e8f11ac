import type { Context } from '#lib/context';
import { findPlace } from '#lib/geoip/find-place';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import { isLanguage, type Locale, languages } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { Session } from '#lib/sessions/browser-state';
import { listUnreadNotices } from '#lib/users/notice-store';
import type { ClaimValue, User } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { provedAddress } from '#lib/vocabulary/email';
import { readJson } from '#lib/vocabulary/json';
import { personView } from '../person-view';
import { type ManagedClaims, readManagedClaims } from '../profile/change-profile';

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

type NoticeKey = Extract<MessageKey, `account.notices.kinds.${string}`>;

/** An unread notice about the account. */
export type NoticeRow = {
  readonly id: string;
  readonly key: NoticeKey;
  readonly at: Date;
  /** The subject of the notice and its origin, as far as they are known. */
  readonly facts: readonly string[];
  /** The approximate location of its address. Null if it is unknown. */
  readonly place: string | null;
};

/** The notices on the front page of the account, newest first. */
export async function readNotices(
  { sub }: Pick<Session, 'sub'>,
  locale: Locale,
  { db, settings, now }: Context,
): Promise<readonly NoticeRow[]> {
  const notices = await listUnreadNotices(db, sub, now);
  return notices.flatMap(({ id, kind, details, createdAt: at }) => {
    const key = `account.notices.kinds.${kind}`;
    if (!isMessageKey(key) || !isNoticeKey(key)) return [];
    const values = valuesOf(details);
    const facts = [factorWord(values.factor, locale), ...shown.map((name) => values[name])];
    return [
      {
        id,
        key,
        at,
        facts: facts.filter((fact) => fact !== undefined),
        place: findPlace(values.address ?? null, locale, settings.geoipFile),
      },
    ];
  });
}

/** The most important facts come first. */
const shown = ['app', 'name', 'current', 'browser', 'address'] as const;

/** The name of a factor, as in mails. Undefined for a notice that is not about a factor. */
function factorWord(factor: string | undefined, locale: Locale): string | undefined {
  const key = `mail.factor.${factor}`;
  return isMessageKey(key) && isFactorKey(key) ? translate(locale, key) : undefined;
}

function isFactorKey(key: MessageKey): key is Extract<MessageKey, `mail.factor.${string}`> {
  return key.startsWith('mail.factor.');
}

function valuesOf(details: string): Partial<Record<(typeof shown)[number] | 'factor', string>> {
  const values = readJson(details);
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

function isNoticeKey(key: MessageKey): key is NoticeKey {
  return key.startsWith('account.notices.kinds.');
}
