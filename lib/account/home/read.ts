import type { Context } from '#lib/context';
import { asksTwice } from '#lib/factors/decide-factor';
import { findPlace } from '#lib/geoip/find-place';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import type { Session, SessionWithUser } from '#lib/sessions/browser-state';
import { listUnreadNotices } from '#lib/users/notice-store';
import type { BrowserWords } from '#lib/vocabulary/browser-words';
import { readJson } from '#lib/vocabulary/json';
import { readApps } from '../apps/read';
import { type DeviceRow, readDevices } from '../devices/read';
import { findMissingSignIn } from '../require-fresh';

/** What protects the account. */
type Protection = 'password' | 'single' | 'passkey' | 'two_step';

/** The first page of the account: a verdict with one thing to do, and facts of the other pages. */
export type HomePage = {
  readonly notices: readonly NoticeRow[];
  readonly protection: Protection;
  readonly advice: Advice;
  /** `passkeys`: null if they are disabled. */
  readonly security: { readonly asksTwice: boolean; readonly passkeys: number | null };
  readonly devices: { readonly count: string; readonly latest: OtherDevice | null };
  readonly apps: { readonly count: string; readonly latest: string | null };
};

type OtherDevice = Pick<DeviceRow, 'place'> & BrowserWords;

/** What the person should do next. */
type Advice =
  /** `isReady`: the sign-in is fresh enough to create one at once. */
  | { readonly step: 'passkey'; readonly isReady: boolean }
  | { readonly step: 'app' }
  | { readonly step: 'codes'; readonly left: number }
  | { readonly step: 'device'; readonly notice: NoticeRow }
  | { readonly step: 'done' };

/** Fewer unused recovery codes are soon used up. */
const fewCodes = 3;

export async function readHome(session: SessionWithUser, locale: Locale, context: Context): Promise<HomePage> {
  const policy = policyOf(portalScope, context);
  const { factors, user } = session;
  const passkeys = policy.passkeys ? factors.passkeys : null;
  const security = { asksTwice: asksTwice({ policy, factors }), passkeys };
  const protection = protectionOf(session, security);
  const notices = await readNotices(session, locale, context);
  const advice = await adviseOn(session, { protection, passkeys, notices }, context);
  const devices = await readDevices(session, { locale }, context);
  const rows = devices.groups.flatMap(({ browser, system, rows }) => rows.map((row) => ({ ...row, browser, system })));
  const apps = await readApps(user, context);
  return {
    notices: advice.step === 'device' ? notices.filter(({ id }) => id !== advice.notice.id) : notices,
    protection,
    advice,
    security,
    devices: { count: countOf(rows, devices), latest: rows.find(({ isCurrent }) => !isCurrent) ?? null },
    apps: { count: countOf(apps.rows, apps), latest: apps.rows[0]?.client.name ?? null },
  };
}

type Protected = { readonly asksTwice: boolean; readonly passkeys: number | null };

function protectionOf({ user }: SessionWithUser, { asksTwice, passkeys }: Protected): Protection {
  if (asksTwice) return 'two_step';
  if (passkeys !== null && passkeys > 0) return 'passkey';
  return user.passwordHash === null ? 'single' : 'password';
}

type Known = {
  readonly protection: Protection;
  readonly passkeys: number | null;
  readonly notices: readonly NoticeRow[];
};

async function adviseOn(session: SessionWithUser, known: Known, context: Context): Promise<Advice> {
  const { protection, passkeys, notices } = known;
  const { factors } = session;
  if (protection === 'password' || protection === 'single') {
    if (passkeys === null) return factors.totp ? { step: 'done' } : { step: 'app' };
    return { step: 'passkey', isReady: (await findMissingSignIn(session, context)) === null };
  }
  const hasFactor = factors.totp || (passkeys ?? 0) > 0;
  if (hasFactor && factors.recoveryCodes <= fewCodes) return { step: 'codes', left: factors.recoveryCodes };
  const notice = notices.find(({ key }) => key === 'account.notices.kinds.new_device');
  return notice === undefined ? { step: 'done' } : { step: 'device', notice };
}

/** "50+" if there are further pages. */
function countOf(rows: readonly unknown[], { hasNext }: { readonly hasNext: boolean }): string {
  return hasNext ? `${rows.length}+` : String(rows.length);
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

/** The notices on the home of the account, newest first. What the person did in this session is no news. */
export async function readNotices(
  { sub, sid }: Pick<Session, 'sub' | 'sid'>,
  locale: Locale,
  { db, settings, now }: Context,
): Promise<readonly NoticeRow[]> {
  const notices = await listUnreadNotices(db, sub, now);
  return notices.flatMap(({ id, kind, details, createdAt: at }) => {
    const key = `account.notices.kinds.${kind}`;
    if (!isMessageKey(key) || !isNoticeKey(key)) return [];
    const values = valuesOf(details);
    if (values.sid === sid) return [];
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

function valuesOf(details: string): Partial<Record<(typeof shown)[number] | 'factor' | 'sid', string>> {
  const values = readJson(details);
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

function isNoticeKey(key: MessageKey): key is NoticeKey {
  return key.startsWith('account.notices.kinds.');
}
