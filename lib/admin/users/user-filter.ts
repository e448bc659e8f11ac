import { hourOf } from '#lib/usage/tally-events';
import { tenantWord } from '#lib/users/user-word-store';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import type { UserFilter } from './account-store';
import { findAttacked, findLinked, findOfTenant } from './related-user-store';
import type { UserQuery } from './user-query';

/** An account counts as under attack for 24 hours. This is the start of that period. */
export function attackStart(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/**
 * Up to this many users are looked up by their subs in one statement, because Prisma takes at most 999 values. If there
 * are more, the statement reads the list in its order, and a page is full quickly.
 */
const fewUsers = 500;

/** The filters of an address, as a condition for statements. */
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

/** A filter that depends on another table. */
type Related = {
  /** The matching users. One more than `fewUsers` means that there may be more. */
  readonly subs: readonly string[];
  /** The condition that all matching users meet. */
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
