import { timeOfEventId } from '#lib/audit/event-id';
import { dayMs, hourMs } from '#lib/vocabulary/time';
import { type CountedEvent, metricsOf } from './metrics';

/** The count of a metric in an hour (UTC). */
export type HourCount = { readonly hour: Date; readonly metric: string; readonly count: number };

/** The number of sign-ins of a client in an hour or on a day (UTC). */
export type ClientCount = {
  readonly clientId: string;
  readonly unit: 'hour' | 'day';
  readonly start: Date;
  readonly count: number;
};

type UsageTally = { readonly hours: readonly HourCount[]; readonly clients: readonly ClientCount[] };

/** Adds up events by hour, and the sign-ins among them by client, both in hours and in days. */
export function tallyEvents(events: readonly CountedEvent[]): UsageTally {
  const counted = events.flatMap((event) => {
    const at = timeOfEventId(event.id);
    return metricsOf(event).map((metric) => ({ metric, at, clientId: event.clientId }));
  });
  return {
    hours: tally(counted.map(({ metric, at }) => ({ hour: hourOf(at), metric }))),
    clients: tally(
      counted.flatMap(({ metric, at, clientId }) =>
        metric === 'sign_in.ok' && clientId !== null
          ? [
              { clientId, unit: 'hour' as const, start: hourOf(at) },
              { clientId, unit: 'day' as const, start: dayOf(at) },
            ]
          : [],
      ),
    ),
  };
}

/** Counts how often each key occurs. */
export function tally<Key extends object>(keys: readonly Key[]): (Key & { readonly count: number })[] {
  const counts = new Map<string, Key & { count: number }>();
  for (const key of keys) {
    const name = JSON.stringify(key);
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { ...key, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()];
}

/** The hour (UTC) of a time. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}

/** The day (UTC) of a time. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / dayMs) * dayMs);
}
