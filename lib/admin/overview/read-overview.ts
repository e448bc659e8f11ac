import { z } from 'zod';
import { firstEventId } from '#lib/audit/event-id';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { AdminContext } from '../admin-context';
import { currentChecks } from '../checks/current-checks';
import { type CheckGroup, countChecks, groupChecks } from '../checks/read-checks';
import { bucketsOf, type OverviewRange, rangeHours } from './buckets';
import { countBuckets } from './count-buckets';
import { countActive, countCreated, countRefused, countUsers, listIssued, sampleSignIns } from './overview-store';

/** Shares are counted of so many events at most, the newest. */
export const sampleSize = 2000;

const topEntries = 5;
const shownGroups = 5;
export const refusedLimit = 1000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A part of the page: what it shows, or null when reading it failed. */
type Tile<Content> = Content | null;

export type SeriesPoint = { readonly from: Date; readonly succeeded: number; readonly failed: number };
/** Access tokens of a column: for people, and for clients that act for themselves. */
export type TokenPoint = { readonly from: Date; readonly people: number; readonly clients: number };
export type Share = { readonly name: string; readonly count: number };

export type Overview = {
  readonly range: OverviewRange;
  readonly attention: Tile<Attention>;
  readonly numbers: {
    readonly clients: number;
    readonly users: Tile<number>;
    readonly newUsers: Tile<number>;
    readonly refused: Tile<number>;
    /** People who got a token today (UTC), and yesterday. */
    readonly active: Tile<{ readonly today: number; readonly yesterday: number }>;
  };
  readonly series: Tile<readonly SeriesPoint[]>;
  readonly tokens: Tile<readonly TokenPoint[]>;
  /** The same stretch of time before, to compare with. */
  readonly before: Tile<{ readonly succeeded: number; readonly failed: number }>;
  readonly reasons: Tile<readonly Share[]>;
  readonly topClients: Tile<readonly Share[]>;
};

/** What the first page shows. Each part is read for itself: one that fails leaves the others. */
export async function readOverview(admin: AdminContext, range: OverviewRange): Promise<Overview> {
  const { db, now, snapshot, log } = admin;
  const since = new Date(now.getTime() - rangeHours[range] * hourMs);
  const from = firstEventId(since);
  const tile = async <Content>(read: () => Promise<Content>): Promise<Tile<Content>> => {
    try {
      return await read();
    } catch (error) {
      log.error({ err: error }, 'a part of the overview failed');
      return null;
    }
  };
  return {
    range,
    attention: await tile(() => readAttention(admin)),
    numbers: {
      clients: snapshot.clients.size,
      users: await tile(() => countUsers(db)),
      newUsers: await tile(() => countCreated(db, from)),
      refused: await tile(() => countRefused(db, since, refusedLimit)),
      active: await tile(() => readActive(admin)),
    },
    series: await tile(() => readSeries(admin, range)),
    tokens: await tile(() => readTokens(admin, range)),
    before: await tile(() => readBefore(admin, range)),
    reasons: await tile(async () =>
      shares((await sampleSignIns(db, 'sign_in.failed', from, sampleSize)).map(reasonOf)),
    ),
    topClients: await tile(async () =>
      shares((await sampleSignIns(db, 'sign_in.succeeded', from, sampleSize)).map(clientOf)),
    ),
  };
}

type Attention = { readonly groups: readonly CheckGroup[]; readonly counts: ReturnType<typeof countChecks> };

async function readAttention(admin: AdminContext): Promise<Attention> {
  const checks = await currentChecks(admin);
  return { groups: groupChecks(checks).slice(0, shownGroups), counts: countChecks(checks) };
}

async function readSeries({ db, now }: AdminContext, range: OverviewRange): Promise<SeriesPoint[]> {
  const buckets = bucketsOf(range, now);
  const counts = await countBuckets(db, buckets, now);
  return buckets.map(({ from }, index) => ({ from, ...(counts[index] ?? { succeeded: 0, failed: 0 }) }));
}

async function readTokens({ db, now }: AdminContext, range: OverviewRange): Promise<TokenPoint[]> {
  const buckets = bucketsOf(range, now);
  const rows = await listIssued(db, buckets[0]?.from ?? now);
  return buckets.map(({ from, before }) => {
    const within = rows.filter(({ hour }) => hour >= from && hour < before);
    const sum = (kind: 'people' | 'clients') => within.reduce((total, row) => total + row[kind], 0);
    return { from, people: sum('people'), clients: sum('clients') };
  });
}

async function readActive({ db, now }: AdminContext) {
  const day = Math.floor(now.getTime() / dayMs) * dayMs;
  return countActive(db, { today: new Date(day), yesterday: new Date(day - dayMs) });
}

/** The sum of as many columns before the first one that is shown. */
async function readBefore({ db, now }: AdminContext, range: OverviewRange) {
  const earlier = bucketsOf(range, new Date(now.getTime() - rangeHours[range] * hourMs));
  const counts = await countBuckets(db, earlier, now);
  return {
    succeeded: counts.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const refusedDetails = z.object({ problem: z.string().nullable().default(null).catch(null) });

function reasonOf({ details }: { readonly details: string }): string | null {
  return storedJsonOr(refusedDetails, details, { problem: null }).problem;
}

function clientOf({ clientId, clientName }: { readonly clientId: string | null; readonly clientName: string | null }) {
  return clientName ?? clientId;
}

/** The most frequent names, the most frequent first; what has none is left out. */
function shares(names: readonly (string | null)[]): Share[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, topEntries);
}
