import { startSealer } from '#lib/audit/seals/seal-events';
import type { OpenDatabase } from '#lib/db/open';
import { startSweeper } from '#lib/db/sweep';
import { readClock } from '#lib/http/clock';
import type { ProcessLog } from '#lib/log/log';
import type { Settings } from '#lib/settings/settings';
import { singleton } from '#lib/singleton';
import { getSnapshot, refreshSnapshot, startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { startNoticeWorker } from './back-channel/notice-worker';
import type { Context } from './context';

/** What a serving process holds once. */
export type Runtime = { readonly settings: Settings; readonly database: OpenDatabase; readonly log: ProcessLog };

/** The background work of a process; each ends when asked and resolves once it has. */
type Started = Runtime & {
  readonly stopSweeper: () => Promise<void>;
  readonly stopNotices: () => Promise<void>;
  readonly stopSealer: () => Promise<void>;
};

const holder = () => singleton('runtime', (): { started: Started | null } => ({ started: null }));

/**
 * Makes this process ready to serve: reads the configuration into memory and keeps it fresh, starts the removal of
 * expired rows and the delivery of logout notices.
 * @param runtime a database that is migrated, has its keys and its configuration
 */
export async function startRuntime(runtime: Runtime): Promise<void> {
  const { settings, database, log } = runtime;
  await startSnapshot({ db: database.db, secret: settings.secret, now: readClock(), log: log.logger });
  const stopSweeper = startSweeper(database.db, log.logger);
  const stopNotices = startNoticeWorker(() => createContext('logout-notices'), log.logger);
  const stopSealer = startSealer(database.db, log.logger);
  holder().started = { ...runtime, stopSweeper, stopNotices, stopSealer };
}

/** True once `startRuntime` has finished. */
export function isRuntimeStarted(): boolean {
  return holder().started !== null;
}

/** @throws when the process was not made ready */
export function getRuntime(): Runtime {
  const { started } = holder();
  if (started === null) throw new Error('the runtime was not started');
  return started;
}

/** Stops the timers, closes the database and writes out the log. */
export async function stopRuntime(): Promise<void> {
  const { started } = holder();
  if (started === null) return;
  holder().started = null;
  stopSnapshot();
  await Promise.all([started.stopSweeper(), started.stopNotices(), started.stopSealer()]);
  await started.database.close();
  started.log.flush();
}

/**
 * What one request works with.
 * @returns at once while the configuration in memory is confirmed, else after one read
 * @throws an error with code `snapshot_unavailable` when the configuration cannot be confirmed
 */
export function createContext(requestId: string): Context | Promise<Context> {
  const runtime = getRuntime();
  const now = readClock();
  const snapshot = getSnapshot(now);
  if (snapshot instanceof Promise) return snapshot.then((confirmed) => makeContext(runtime, confirmed, now, requestId));
  return makeContext(runtime, snapshot, now, requestId);
}

function makeContext({ settings, database, log }: Runtime, snapshot: Snapshot, now: Date, requestId: string): Context {
  return {
    settings,
    db: database.db,
    snapshot,
    now,
    requestId,
    /** Made when it is asked for: most requests have nothing to say. */
    get log() {
      return log.forRequest(requestId);
    },
    refreshConfiguration: async () => {
      await refreshSnapshot(readClock());
    },
  };
}
