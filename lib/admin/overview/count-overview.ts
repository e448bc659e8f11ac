import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { type CountedEvent, reasonOfMetric } from '#lib/usage/metrics';
import { readWithTail } from '#lib/usage/read-tail';
import { type ClientCount, type HourCount, hourOf, tallyEvents } from '#lib/usage/tally-events';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { dayMs, hourMs } from '#lib/vocabulary/time';
import {
  type MetricSeries,
  type OverviewMetric,
  type OverviewNumbers,
  type OverviewRange,
  type OverviewWindows,
  type Share,
  storedNumbers,
  type TimeWindow,
  windowsOf,
} from './numbers';
import {
  countActiveSince,
  findOverview,
  listTopClients,
  type Sums,
  saveOverview,
  sumReasons,
  sumWindows,
} from './overview-store';

type Looking = Pick<Context, 'db' | 'now'>;

/** Numbers up to this age are shown again. */
const freshMs = 10_000;

/**
 * The numbers of a range at one moment. They are at most ten seconds old.
 * @param zone the IANA name of the time zone whose days divide the range
 */
export async function readNumbers(looking: Looking, range: OverviewRange, zone: string): Promise<OverviewNumbers> {
  const stored = await findNumbers(looking.db, range, zone);
  const isFresh = stored !== null && Math.abs(looking.now.getTime() - stored.to.getTime()) < freshMs;
  return isFresh ? stored : renew(looking, range, zone);
}

async function findNumbers(db: Database, range: OverviewRange, zone: string): Promise<OverviewNumbers | null> {
  const row = await findOverview(db, range, zone);
  // Numbers that another version of Signet stored may not match the schema. They are counted again.
  return row && storedJsonOr(storedNumbers.nullable(), row.content, null);
}

/** Concurrent requests share one count. */
const running = singleton('overview', () => new WeakMap<Database, Map<string, Promise<OverviewNumbers>>>());

function renew({ db, now }: Looking, range: OverviewRange, zone: string): Promise<OverviewNumbers> {
  const own = running.get(db) ?? new Map<string, Promise<OverviewNumbers>>();
  running.set(db, own);
  const key = `${range} ${zone}`;
  const known = own.get(key);
  if (known !== undefined) return known;
  const counting = countAndSave({ db, now, range, zone }).finally(() => own.delete(key));
  own.set(key, counting);
  return counting;
}

async function countAndSave(asked: Parameters<typeof countOverview>[0]): Promise<OverviewNumbers> {
  const numbers = await countOverview(asked);
  const { db, range, zone } = asked;
  await saveOverview(db, { range, zone, to: numbers.to, content: JSON.stringify(numbers) });
  return numbers;
}

const topEntries = 5;

const summed = ['sign_in.ok', 'sign_in.failed', 'token.user', 'token.client', 'refused', 'user.created'] as const;

type Asked = { readonly db: Database; readonly range: OverviewRange; readonly zone: string; readonly now: Date };

/**
 * Counts everything that the overview shows about a range. It takes a few statements that read stored counts instead of
 * events.
 */
export async function countOverview(asked: Asked): Promise<OverviewNumbers> {
  return readWithTail(asked.db, asked.now, ({ events }) => count(asked, events));
}

async function count({ db, range, zone, now }: Asked, tail: readonly CountedEvent[] | null): Promise<OverviewNumbers> {
  const windows = windowsOf(range, now, zone);
  const { columns } = windows;
  const whole = { from: columns[0]?.from ?? now, before: columns.at(-1)?.before ?? now };
  const added = tallyEvents(tail ?? []);
  const found = await sumColumns({ db, now }, windows, added.hours);
  return {
    range,
    zone,
    from: whole.from,
    // The end of a period is exclusive, and events of this very moment are counted.
    to: new Date(now.getTime() + 1),
    isCounting: tail === null,
    columns: [...columns],
    metrics: { ...seriesOf(found), active_users: await readActive(db, range, windows) },
    tokens: {
      user: found.columns.map((sums) => sums.get('token.user') ?? 0),
      client: found.columns.map((sums) => sums.get('token.client') ?? 0),
    },
    reasons: await readReasons(db, whole, added.hours),
    clients: await readClients(db, whole, added.clients),
  };
}

type Columns = {
  readonly columns: readonly Sums[];
  readonly before: readonly Sums[];
  /**
   * The part of the last earlier column that corresponds to the elapsed part of the current one: its whole hours, the
   * hour in progress, and how much of that hour has passed.
   */
  readonly elapsed: { readonly hours: Sums; readonly hour: Sums; readonly share: number };
};

/** @param added events that the stored counts do not contain yet */
async function sumColumns(
  { db, now }: Pick<Asked, 'db' | 'now'>,
  { columns, before }: OverviewWindows,
  added: readonly HourCount[],
): Promise<Columns> {
  const [present, earlier] = [columns.at(-1)?.from ?? now, before.at(-1)?.from ?? now];
  const hour = new Date(earlier.getTime() + (hourOf(now).getTime() - present.getTime()));
  const partial = { from: hour, before: new Date(hour.getTime() + hourMs) };
  const windows = [...columns, ...before, { from: earlier, before: hour }, partial];
  const stored = await sumWindows(db, summed, windows);
  const sums = windows.map((window, index) =>
    plus(
      stored[index],
      within(window, added).map(({ metric, count: times }) => [metric, times]),
    ),
  );
  return {
    columns: sums.slice(0, columns.length),
    before: sums.slice(columns.length, -2),
    elapsed: {
      hours: sums.at(-2) ?? new Map(),
      hour: sums.at(-1) ?? new Map(),
      share: (now.getTime() - hourOf(now).getTime()) / hourMs,
    },
  };
}

/** The metrics that each tile adds up. */
const metricsOfTile = {
  sign_ins: ['sign_in.ok'],
  failed: ['sign_in.failed'],
  tokens: ['token.user', 'token.client'],
  refused: ['refused'],
  new_users: ['user.created'],
} as const;

function seriesOf(found: Columns): Record<Exclude<OverviewMetric, 'active_users'>, MetricSeries> {
  const of = (tile: keyof typeof metricsOfTile): MetricSeries => {
    const sum = (sums: Sums) => total(metricsOfTile[tile].map((metric) => sums.get(metric) ?? 0));
    const [columns, before] = [found.columns.map(sum), found.before.map(sum)];
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
 * People are counted by the hour or by the day (UTC). A column of days shows the UTC day that overlaps it most. The
 * number of active people in the previous range is unknown.
 */
async function readActive(db: Database, range: OverviewRange, { columns, before }: OverviewWindows) {
  const [metric, shiftMs] = range === '24h' ? (['user.active', 0] as const) : (['user.active_day', dayMs / 2] as const);
  const earlier = (time: Date) => new Date(time.getTime() - shiftMs);
  const windows = [...columns, ...before].map(({ from, before: end }) => ({
    from: earlier(from),
    before: earlier(end),
  }));
  const counts = (await sumWindows(db, [metric], windows)).map((sums) => sums.get(metric) ?? 0);
  return {
    total: columns[0] === undefined ? 0 : await countActiveSince(db, columns[0].from),
    previous: null,
    columns: counts.slice(0, columns.length),
    before: counts.slice(columns.length),
  };
}

async function readReasons(db: Database, window: TimeWindow, added: readonly HourCount[]): Promise<Share[]> {
  const reasons = within(window, added).flatMap(({ metric, count: times }) => {
    const reason = reasonOfMetric(metric);
    return reason === null ? [] : [[reason, times] as const];
  });
  return top(plus(await sumReasons(db, window), reasons));
}

async function readClients(db: Database, { from }: TimeWindow, added: readonly ClientCount[]): Promise<Share[]> {
  const clients = added
    .filter(({ unit, start }) => unit === 'hour' && start >= from)
    .map(({ clientId, count: times }) => [clientId, times] as const);
  const named = [...new Set(clients.map(([clientId]) => clientId))];
  return top(plus(await listTopClients(db, { from, named, limit: topEntries }), clients));
}

/** The counts of a window. Windows begin and end at whole hours. */
function within({ from, before }: TimeWindow, counts: readonly HourCount[]): HourCount[] {
  return counts.filter(({ hour }) => hour >= from && hour < before);
}

function plus(stored: Sums = new Map(), added: readonly (readonly [name: string, times: number])[]): Sums {
  const sums = new Map(stored);
  for (const [name, times] of added) sums.set(name, (sums.get(name) ?? 0) + times);
  return sums;
}

function top(counts: Sums): Share[] {
  return [...counts]
    .map(([name, times]) => ({ name, count: times }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, topEntries);
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0);
}
