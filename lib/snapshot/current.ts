import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import type { Logger } from '#lib/log/log';
import { singleton } from '#lib/singleton';
import { type PageFrame, plainBrand, wholeFrame } from '#lib/theme/brand';
import { loadSnapshot } from './load-snapshot';
import type { Snapshot } from './snapshot';

const maximumAgeMs = 3_000;

/** The configuration is older than 3 seconds and could not be read. The response is 503 with Retry-After. */
export class SnapshotUnavailable extends Error {
  override readonly name = 'SnapshotUnavailable';
  readonly code = 'snapshot_unavailable';
}

export type SnapshotSource = {
  readonly db: Database;
  readonly secret: MasterSecret;
  readonly now: Date;
  readonly log?: Pick<Logger, 'warn'>;
};

type State = {
  source: Omit<SnapshotSource, 'now'> | null;
  snapshot: Snapshot | null;
  /** The start time of the last read that confirmed the snapshot as the current one. */
  confirmedAt: number;
  reading: Promise<Snapshot> | null;
  failing: boolean;
};

const state = singleton<State>('snapshot', () => ({
  source: null,
  snapshot: null,
  confirmedAt: 0,
  reading: null,
  failing: false,
}));

/**
 * Reads the configuration for the first time. From then on, confirmSnapshot() must be called once a second.
 * @throws SnapshotUnavailable with the reason as its cause. The next request tries again
 */
export async function startSnapshot({ now, ...source }: SnapshotSource): Promise<void> {
  stopSnapshot();
  state.source = source;
  await read(now);
}

/** Forgets the snapshot. */
export function stopSnapshot(): void {
  Object.assign(state, { source: null, snapshot: null, confirmedAt: 0, reading: null, failing: false });
}

/** The configuration, if it was confirmed less than 3 seconds ago. Otherwise null. */
export function knownSnapshot(now: Date): Snapshot | null {
  const { snapshot, confirmedAt } = state;
  return Math.abs(now.getTime() - confirmedAt) < maximumAgeMs ? snapshot : null;
}

/** The frame of the portal's pages as this process knew it last, for a page outside of a request. */
export function knownFrame(): PageFrame {
  return wholeFrame(state.snapshot?.brand ?? plainBrand);
}

/**
 * The configuration for a request. It is returned immediately if it was confirmed less than 3 seconds ago, otherwise
 * after one read that all waiting requests share.
 * @throws SnapshotUnavailable (code `snapshot_unavailable`), as a rejection, if that read fails
 */
export function getSnapshot(now: Date): Snapshot | Promise<Snapshot> {
  return knownSnapshot(now) ?? read(now);
}

/**
 * Reads again, always after the call, so that the snapshot contains everything that was written before it. Throws as
 * getSnapshot().
 */
export async function refreshSnapshot(now: Date): Promise<Snapshot> {
  await state.reading?.catch(() => null);
  return read(now);
}

/**
 * Checks the revision. Afterwards, this process uses all changes that were made anywhere. A failure has an effect only
 * when a request finds the snapshot too old.
 */
export async function confirmSnapshot(now: Date): Promise<void> {
  await (state.reading ?? read(now)).catch(() => null);
}

function read(now: Date): Promise<Snapshot> {
  if (state.reading !== null) return state.reading;
  const reading = readNow(now).finally(() => {
    if (state.reading === reading) state.reading = null;
  });
  state.reading = reading;
  return reading;
}

async function readNow(now: Date): Promise<Snapshot> {
  const { source } = state;
  if (source === null) throw new SnapshotUnavailable('the configuration has not been read yet');
  try {
    const { snapshot } = state;
    const isCurrent = snapshot !== null && (await readRevision(source.db)) === snapshot.revision;
    const fresh = isCurrent ? snapshot : await loadSnapshot(source.db, source.secret, now, snapshot);
    tellUnreadable(fresh, snapshot, source.log);
    if (state.source === source) Object.assign(state, { snapshot: fresh, confirmedAt: now.getTime(), failing: false });
    return fresh;
  } catch (cause) {
    if (!state.failing) source.log?.warn({ err: cause }, 'the configuration could not be read');
    state.failing = true;
    throw new SnapshotUnavailable('the configuration could not be read', { cause });
  }
}

/** Names the providers in the log that cannot be read since this snapshot. */
function tellUnreadable({ providers }: Snapshot, former: Snapshot | null, log: SnapshotSource['log']): void {
  for (const { name, unreadable } of providers.values()) {
    if (!unreadable || former?.providers.get(name)?.unreadable) continue;
    log?.warn({ provider: name }, 'the provider is disabled, because its row or its secret cannot be read');
  }
}

/**
 * Waits until this process uses the configuration that was just written. Others follow within a second. If it cannot be
 * read now, it is read again soon. The write itself succeeded, so the response must not report a failure: it may be the
 * only one that contains a new secret.
 * @param refresh refreshSnapshot(), or that of the context
 */
export async function takeIntoUse(refresh: () => Promise<Snapshot>, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    log.warn({ err: error }, 'the configuration is written, but not in use yet');
  }
}
