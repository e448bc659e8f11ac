import type { Context } from '#lib/context';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Session } from '#lib/sessions/browser-state';
import { listUnreadNotices } from '#lib/users/notice-store';
import { readJson } from '#lib/vocabulary/json';

export type NoticeKey = Extract<MessageKey, `account.notices.kinds.${string}`>;

/** What happened to the account and was not read yet. */
export type NoticeRow = {
  readonly id: string;
  readonly key: NoticeKey;
  readonly at: Date;
  /** What it was about and where it came from, as far as it is known. */
  readonly facts: readonly string[];
};

/** The notices on the front page of the account, the newest first. */
export async function readNotices({ sub }: Pick<Session, 'sub'>, { db, now }: Context): Promise<readonly NoticeRow[]> {
  const notices = await listUnreadNotices(db, sub, now);
  return notices.flatMap(({ id, kind, details, createdAt: at }) => {
    const key = `account.notices.kinds.${kind}`;
    return isMessageKey(key) && isNoticeKey(key) ? [{ id, key, at, facts: factsOf(details) }] : [];
  });
}

/** In the order in which people look for them. */
const shown = ['app', 'name', 'current', 'browser', 'address', 'place'] as const;

function factsOf(details: string): string[] {
  const values = readJson(details);
  if (typeof values !== 'object' || values === null) return [];
  return shown.flatMap((name) => {
    const value: unknown = Reflect.get(values, name);
    return typeof value === 'string' ? [value] : [];
  });
}

function isNoticeKey(key: MessageKey): key is NoticeKey {
  return key.startsWith('account.notices.kinds.');
}
