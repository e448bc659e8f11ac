import { hourOf } from '#lib/usage/tally-events';
import { tenantWord } from '#lib/users/user-word-store';
import type { AdminContext } from '../admin-context';
import type { UserFilter } from './account-store';
import { findAttacked, findLinked, findOfTenant } from './related-user-store';
import type { UserQuery } from './user-query';

/** Since when a guess counts: an account is under attack for a day. */
export function attackStart(now: Date): Date {
  return new Date(now.getTime() - 86_400_000);
}

/**
 * So few are looked up one by one, in one statement: Prisma takes at most 999 values. Of more, the list is walked through in
 * its order: a page is full soon.
 */
const fewUsers = 500;

/** What an address asks of the list, as a condition of its statements. */
export async function toUserFilter(admin: Pick<AdminContext, 'db' | 'now'>, asked: UserQuery): Promise<UserFilter> {
  const { state, role, signedIn, activeSince } = asked;
  const related = await findRelated(admin, asked);
  const few = related.flatMap(({ subs }) => (subs.length <= fewUsers ? [subs] : []));
  const many = related.flatMap(({ subs, every }) => (subs.length <= fewUsers ? [] : [every]));
  return {
    ...(state !== null && { enabled: state === 'enabled' }),
    ...(role !== null && { admin: role }),
    ...(signedIn !== null && { lastSignInAt: null }),
    ...(activeSince !== null && { active: { hour: { gte: hourOf(new Date(activeSince)) } } }),
    ...(few.length > 0 && { sub: { in: inAll(few) } }),
    ...Object.assign({}, ...many),
  };
}

/** What other tables say of users. */
type Related = {
  /** Up to one more than are few. */
  readonly subs: readonly string[];
  /** What is true of all of them. */
  readonly every: UserFilter;
};

async function findRelated({ db, now }: Pick<AdminContext, 'db' | 'now'>, asked: UserQuery): Promise<Related[]> {
  const found: Related[] = [];
  if (asked.attack !== null) {
    const since = attackStart(now);
    const every = { factorFailures: { some: { attackedAt: { gte: since } } } };
    found.push({ subs: await findAttacked(db, since, fewUsers + 1), every });
  }
  if (asked.provider !== null) {
    const { provider } = asked;
    found.push({ subs: await findLinked(db, provider, fewUsers + 1), every: { identities: { some: { provider } } } });
  }
  if (asked.tenant !== null) {
    const every = { words: { some: { word: tenantWord(asked.tenant) } } };
    found.push({ subs: await findOfTenant(db, asked.tenant, fewUsers + 1), every });
  }
  return found;
}

function inAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return [...new Set(first)].filter((one) => others.every((list) => list.includes(one)));
}
