import { singleton } from '#lib/singleton';

const hourMs = 3_600_000;

/** So many people an hour are known in memory, so that each is written once; those beyond it are not counted. */
const maximumPeople = 100_000;

/** Access tokens of one hour: for people, and for clients that act for themselves. */
export type HourCount = { readonly hour: Date; readonly people: number; readonly clients: number };

/** Somebody who got a token in an hour. */
export type ActivePerson = { readonly hour: Date; readonly sub: string };

export type Counted = { readonly hours: readonly HourCount[]; readonly active: readonly ActivePerson[] };

/** What a process issued and has not written yet. */
export type IssuedTokenCounter = {
  /** Counts an access token. @param sub null for a client that acts for itself */
  readonly count: (sub: string | null, now: Date) => void;
  /** What was counted since the last time. */
  readonly take: () => Counted;
  /** Counts again what could not be written. */
  readonly putBack: (counted: Counted) => void;
};

/** The tally of this process. */
export function issuedTokens(): IssuedTokenCounter {
  return singleton('issued-tokens', createTally);
}

/** Counts in memory: on the path of every token, so it does the least. */
export function createTally(): IssuedTokenCounter {
  const hours = new Map<number, { people: number; clients: number }>();
  let current = { hour: 0, seen: new Set<string>() };
  let active: ActivePerson[] = [];

  const hourOf = (time: number) => {
    const hour = Math.floor(time / hourMs) * hourMs;
    const counts = hours.get(hour) ?? { people: 0, clients: 0 };
    hours.set(hour, counts);
    return counts;
  };

  const see = (sub: string, time: number) => {
    const hour = Math.floor(time / hourMs) * hourMs;
    if (hour !== current.hour) current = { hour, seen: new Set() };
    if (current.seen.has(sub) || current.seen.size >= maximumPeople) return;
    current.seen.add(sub);
    active.push({ hour: new Date(hour), sub });
  };

  return {
    count: (sub, now) => {
      const time = now.getTime();
      if (sub === null) hourOf(time).clients += 1;
      else {
        hourOf(time).people += 1;
        see(sub, time);
      }
    },
    take: () => {
      const counted = { hours: [...hours].map(([hour, counts]) => ({ hour: new Date(hour), ...counts })), active };
      hours.clear();
      active = [];
      return counted;
    },
    putBack: (counted) => {
      for (const { hour, people, clients } of counted.hours) {
        const counts = hourOf(hour.getTime());
        counts.people += people;
        counts.clients += clients;
      }
      active = [...counted.active, ...active];
    },
  };
}
