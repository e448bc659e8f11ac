import { firstEventId } from '#lib/audit/event-id';
import type { AdminContext } from '../admin-context';
import { type CheckGroup, countChecks, groupChecks, readChecks } from '../checks/read-checks';
import { bucketsOf, type OverviewRange, rangeHours } from './buckets';
import { countCreated, countRefused, countSignIns, countUsers, sampleSignIns } from './store';

/** Shares are counted of so many events at most, the newest. */
export const sampleSize = 2000;

const topEntries = 5;
const shownGroups = 5;
export const refusedLimit = 1000;
const hourMs = 3_600_000;

/** A part of the page: what it shows, or null when reading it failed. */
type Tile<Content> = Content | null;

export type SeriesPoint = { readonly from: Date; readonly succeeded: number; readonly failed: number };
export type Share = { readonly name: string; readonly count: number };

export type Overview = {
  readonly range: OverviewRange;
  readonly attention: Tile<{
    readonly groups: readonly CheckGroup[];
    readonly counts: ReturnType<typeof countChecks>;
  }>;
  readonly numbers: {
    readonly clients: number;
    readonly users: Tile<number>;
    readonly newUsers: Tile<number>;
    readonly refused: Tile<number>;
  };
  readonly series: Tile<readonly SeriesPoint[]>;
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
    },
    series: await tile(() => readSeries(admin, range)),
    before: await tile(() => readBefore(admin, range, since)),
    reasons: await tile(async () =>
      shares((await sampleSignIns(db, 'sign_in.failed', from, sampleSize)).map(reasonOf)),
    ),
    topClients: await tile(async () =>
      shares((await sampleSignIns(db, 'sign_in.succeeded', from, sampleSize)).map(clientOf)),
    ),
  };
}

async function readAttention(admin: AdminContext) {
  const checks = await readChecks(admin);
  return { groups: groupChecks(checks).slice(0, shownGroups), counts: countChecks(checks) };
}

async function readSeries({ db, now }: AdminContext, range: OverviewRange): Promise<SeriesPoint[]> {
  const buckets = bucketsOf(range, now);
  const stretches = buckets.map(({ from, before }) => ({ from: firstEventId(from), before: firstEventId(before) }));
  const counts = await countSignIns(db, stretches);
  return buckets.map(({ from }, index) => ({ from, ...(counts[index] ?? { succeeded: 0, failed: 0 }) }));
}

async function readBefore({ db }: AdminContext, range: OverviewRange, since: Date) {
  const from = firstEventId(new Date(since.getTime() - rangeHours[range] * hourMs));
  const [count = { succeeded: 0, failed: 0 }] = await countSignIns(db, [{ from, before: firstEventId(since) }]);
  return count;
}

function reasonOf({ details }: { readonly details: string }): string | null {
  const value: unknown = JSON.parse(details);
  const problem = typeof value === 'object' && value !== null && 'problem' in value ? value.problem : null;
  return typeof problem === 'string' ? problem : null;
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
