import { singleton } from '#lib/singleton';
import { type HourCount, hourOf } from '#lib/usage/tally-events';
import type { Tally } from '#lib/usage/use-tally';

/**
 * The maximum number of people an hour that are held in memory, so that each is written once. Further people are not
 * counted.
 */
const maximumPeople = 100_000;

/** A user who got a token in an hour. */
export type ActiveUser = { readonly hour: Date; readonly sub: string };

/** Access tokens by hour, for people and for clients that act for themselves, and the people who got one. */
export type Counted = { readonly hours: readonly HourCount[]; readonly active: readonly ActiveUser[] };

/** The tokens that a process issued and has not written yet. */
type IssuedTokenCounter = Tally<Counted> & {
  /**
   * Counts an access token.
   * @param sub null for a client that acts for itself
   */
  readonly count: (sub: string | null, now: Date) => void;
};

/** The tally of this process. */
export function issuedTokens(): IssuedTokenCounter {
  return singleton('issued-tokens', createTally);
}

/** Counts in memory. It does as little as possible, because every token goes through it. */
export function createTally(): IssuedTokenCounter {
  const hours = new Map<string, HourCount>();
  let current = { hour: 0, seen: new Set<string>() };
  let active: ActiveUser[] = [];

  const add = ({ hour, metric, count }: HourCount) => {
    const key = `${metric} ${hour.getTime()}`;
    hours.set(key, { hour, metric, count: (hours.get(key)?.count ?? 0) + count });
  };

  return {
    count: (sub, now) => {
      const hour = hourOf(now);
      add({ hour, metric: sub === null ? 'token.client' : 'token.user', count: 1 });
      if (sub === null) return;
      if (hour.getTime() !== current.hour) current = { hour: hour.getTime(), seen: new Set() };
      if (current.seen.has(sub) || current.seen.size >= maximumPeople) return;
      current.seen.add(sub);
      active.push({ hour, sub });
    },
    take: () => {
      const counted = { hours: [...hours.values()], active };
      hours.clear();
      active = [];
      return counted;
    },
    putBack: (counted) => {
      for (const one of counted.hours) add(one);
      active = [...counted.active, ...active];
    },
  };
}
