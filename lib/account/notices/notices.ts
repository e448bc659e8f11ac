import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { findPlace } from '#lib/geoip/find-place';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Locale } from '#lib/i18n/locales';
import { translate, wording } from '#lib/i18n/translate';
import type { Session } from '#lib/sessions/browser-state';
import { listUnreadNotices, markNoticesRead } from '#lib/users/notice-store';
import { readJson } from '#lib/vocabulary/json';
import { done, person } from '../person';

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

/** More than a page shows. */
const maximumIds = 50;
const maximumLength = 10_000;

/**
 * POST /account/notices/submit: marks the notices that the page showed as read, or declines an offer. Newer notices
 * stay.
 */
export const noticesForm = form('/account/notices/submit', {
  who: person,
  proof: 'none',
  page: '/account',
  fields: { notices: once(maximumLength), decision: once(20) },
  handle: async (post, { notices, decision }, _, context) => {
    const { db, now } = context;
    const ids = notices.split(' ').slice(0, maximumIds);
    await transaction(db, (tx) => markNoticesRead(tx, { sub: post.session.sub, ids }, now));
    // No message is needed: the offer disappears from the page.
    if (decision === 'decline') return { goTo: '/account' };
    return done(wording('account.notices.done'), post, context);
  },
});
