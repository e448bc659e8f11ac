import { timeOfEventId } from '#lib/audit/event-id';
import type { Database } from '#lib/db/database';
import { type CountedEvent, metricsOf, reasonOfMetric } from '#lib/usage/metrics';
import { readWithTail } from '#lib/usage/read-tail';
import { dayOf, hourOf } from '#lib/usage/tally-events';
import type { MetricSeries, OverviewMetric, OverviewNumbers, Share } from './overview-numbers';
import { countActiveSince, listTopClients, type Sums, sumReasons, sumWindows } from './overview-store';
import { type OverviewRange, type OverviewWindows, type TimeWindow, windowsOf } from './windows';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const topEntries = 5;

const summed = ['sign_in.ok', 'sign_in.failed', 'token.user', 'token.client', 'refused', 'user.created'] as const;

type Asked = { readonly db: Database; readonly range: OverviewRange; readonly zone: string; readonly now: Date };

/** Counts everything that the overview shows of a range, in a few statements that read counts and not events. */
export async function countOverview(asked: Asked): Promise<OverviewNumbers> {
  return readWithTail(asked.db, asked.now, ({ events }) => count(asked, events));
}

async function count({ db, range, zone, now }: Asked, tail: readonly CountedEvent[] | null): Promise<OverviewNumbers> {
  const windows = windowsOf(range, now, zone);
  const { columns } = windows;
  const [from, last] = [columns[0]?.from ?? now, columns.at(-1)?.before ?? now];
  const found = await sumColumns(db, windows, now);
  const add = tailOf(tail ?? [], windows);
  return {
    range,
    zone,
    from,
    // The end of a list is not in it, and what happened at this moment is counted.
    to: new Date(now.getTime() + 1),
    isCounting: tail === null,
    columns: [...columns],
    metrics: { ...seriesOf(found, add), active_users: await readActive(db, range, windows) },
    tokens: {
      user: found.columns.map((sums) => sums['token.user'] ?? 0),
      client: found.columns.map((sums) => sums['token.client'] ?? 0),
    },
    reasons: top(merge(await sumReasons(db, { from, before: last }), add.reasons(from))),
    clients: await readClients(db, from, add),
  };
}

type Columns = {
  readonly columns: readonly Sums[];
  readonly before: readonly Sums[];
  /** Of the last of the columns before: its whole hours up to now, a range earlier, and the hour that is not over. */
  readonly elapsed: { readonly hours: Sums; readonly hour: Sums; readonly share: number };
};

async function sumColumns(db: Database, { columns, before }: OverviewWindows, now: Date): Promise<Columns> {
  const [present, earlier] = [columns.at(-1)?.from ?? now, before.at(-1)?.from ?? now];
  const hour = new Date(earlier.getTime() + (hourOf(now).getTime() - present.getTime()));
  const partial = { from: hour, before: new Date(hour.getTime() + hourMs) };
  const sums = await sumWindows(db, summed, [...columns, ...before, { from: earlier, before: hour }, partial]);
  return {
    columns: sums.slice(0, columns.length),
    before: sums.slice(columns.length, -2),
    elapsed: {
      hours: sums.at(-2) ?? {},
      hour: sums.at(-1) ?? {},
      share: (now.getTime() - hourOf(now).getTime()) / hourMs,
    },
  };
}

type Tail = ReturnType<typeof tailOf>;

/** The events that no count holds yet. */
function tailOf(events: readonly CountedEvent[], { columns, before }: OverviewWindows) {
  const dated = events.map((event) => ({ event, at: timeOfEventId(event.id), metrics: metricsOf(event) }));
  const within = (metric: string, windows: readonly TimeWindow[]) =>
    windows.map(
      ({ from, before: end }) =>
        dated.filter(({ at, metrics }) => at >= from && at < end && metrics.includes(metric)).length,
    );
  return {
    columns: (metric: string) => within(metric, columns),
    before: (metric: string) => within(metric, before),
    reasons: (from: Date) =>
      countNames(dated.flatMap(({ at, metrics }) => (at < from ? [] : metrics.map(reasonOfMetric)))),
    clients: (from: Date) =>
      countNames(
        dated.map(({ event, at, metrics }) => (at >= from && metrics.includes('sign_in.ok') ? event.clientId : null)),
      ),
  };
}

/** What each tile adds up. */
const metricsOfTile = {
  sign_ins: ['sign_in.ok'],
  failed: ['sign_in.failed'],
  tokens: ['token.user', 'token.client'],
  refused: ['refused'],
  new_users: ['user.created'],
} as const;

function seriesOf(found: Columns, tail: Tail): Record<Exclude<OverviewMetric, 'active_users'>, MetricSeries> {
  const of = (tile: keyof typeof metricsOfTile): MetricSeries => {
    const metrics = metricsOfTile[tile];
    const sum = (sums: Sums) => metrics.reduce((total, metric) => total + (sums[metric] ?? 0), 0);
    const more = (kind: 'columns' | 'before') => metrics.map((metric) => tail[kind](metric));
    const all = (kind: 'columns' | 'before') => {
      const added = more(kind);
      return found[kind].map((sums, index) => added.reduce((total, extra) => total + (extra[index] ?? 0), sum(sums)));
    };
    const [columns, before] = [all('columns'), all('before')];
    const { hours, hour, share } = found.elapsed;
    return {
      total: total(columns),
      previous: total(before.slice(0, -1)) + sum(hours) + Math.round(sum(hour) * share),
      columns,
      before,
    };
  };
  return {
    sign_ins: of('sign_ins'),
    failed: of('failed'),
    tokens: of('tokens'),
    refused: of('refused'),
    new_users: of('new_users'),
  };
}

/**
 * People are counted by the hour or by the day (UTC): a column of days shows the day that it has most of. Who was active
 * in the range before is not known.
 */
async function readActive(db: Database, range: OverviewRange, { columns, before }: OverviewWindows) {
  const [metric, shiftMs] = range === '24h' ? (['user.active', 0] as const) : (['user.active_day', dayMs / 2] as const);
  const earlier = (time: Date) => new Date(time.getTime() - shiftMs);
  const windows = [...columns, ...before].map(({ from, before: end }) => ({
    from: earlier(from),
    before: earlier(end),
  }));
  const counts = (await sumWindows(db, [metric], windows)).map((sums) => sums[metric] ?? 0);
  return {
    total: columns[0] === undefined ? 0 : await countActiveSince(db, columns[0].from),
    previous: null,
    columns: counts.slice(0, columns.length),
    before: counts.slice(columns.length),
  };
}

/** Clients are counted by the day (UTC): what the range has of its first day is counted among the events. */
async function readClients(db: Database, from: Date, tail: Tail): Promise<Share[]> {
  const day = dayOf(from) < from ? new Date(dayOf(from).getTime() + dayMs) : from;
  const added = tail.clients(day);
  const listed = await listTopClients(db, { from, day }, 20 * topEntries + added.size);
  return top(merge(new Map(listed.map(({ clientId, count: times }) => [clientId, times])), added));
}

function countNames(names: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function merge(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(one);
  for (const [name, times] of other) sums.set(name, (sums.get(name) ?? 0) + times);
  return sums;
}

function top(counts: ReadonlyMap<string, number>): Share[] {
  return [...counts]
    .map(([name, times]) => ({ name, count: times }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, topEntries);
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0);
}
