import { startRetention } from '#lib/audit/retention/start-retention';
import { startSealer } from '#lib/audit/seals/seal-events';
import { startUseWriter } from '#lib/clients/usage/use-writer';
import type { OpenDatabase } from '#lib/db/open';
import { startSweeper } from '#lib/db/sweep';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import { createExplain } from '#lib/explain/explain';
import type { Explain, RequestPlace } from '#lib/explain/refusal';
import { saveExplanations } from '#lib/explain/store';
import { type ExplanationWriter, startExplanationWriter } from '#lib/explain/writer';
import { readClock } from '#lib/http/clock';
import type { ProcessLog } from '#lib/log/log';
import type { Settings } from '#lib/settings/settings';
import { singleton } from '#lib/singleton';
import { getSnapshot, refreshSnapshot, startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { saveCounts } from '#lib/tokens/issued/store';
import { issuedTokens } from '#lib/tokens/issued/tally';
import { startTallyWriter } from '#lib/tokens/issued/writer';
import type { NoteExchange } from '#lib/trace/exchange';
import { startTraceRecorder, type TraceRecorder } from '#lib/trace/recorder';
import { saveSteps } from '#lib/trace/store';
import { startNoticeWorker } from './back-channel/notice-worker';
import type { Context } from './context';

/** What a serving process holds once. */
export type Runtime = { readonly settings: Settings; readonly database: OpenDatabase; readonly log: ProcessLog };

/** The background work of a process; each ends when asked and resolves once it has. */
type Started = Runtime & {
  readonly stopSweeper: () => Promise<void>;
  readonly stopNotices: () => Promise<void>;
  readonly stopSealer: () => Promise<void>;
  readonly stopUses: () => Promise<void>;
  readonly stopRetention: () => Promise<void>;
  readonly explanations: ExplanationWriter;
  readonly traces: TraceRecorder;
  readonly stopTally: () => Promise<void>;
};

const holder = () => singleton('runtime', (): { started: Started | null } => ({ started: null }));

/**
 * Makes this process ready to serve: reads the configuration into memory and keeps it fresh, starts the removal of
 * expired rows, the delivery of logout notices and the writing of explanations.
 * @param runtime a database that is migrated, has its keys and its configuration
 */
export async function startRuntime(runtime: Runtime): Promise<void> {
  const { settings, database, log } = runtime;
  await startSnapshot({ db: database.db, secret: settings.secret, now: readClock(), log: log.logger });
  const stopSweeper = startSweeper(database.db, log.logger);
  const stopNotices = startNoticeWorker(() => createContext('logout-notices', noticePlace), log.logger);
  const stopSealer = startSealer(database.db, log.logger);
  const stopUses = startUseWriter(database.db, log.logger);
  const days = async () => (await getSnapshot(readClock())).portal.auditRetentionDays;
  const stopRetention = startRetention({ db: database.db, days, log: log.logger });
  const explanations = startExplanationWriter({
    secret: settings.secret,
    write: (rows) => saveExplanations(database.db, rows),
    isTemporary: isDatabaseUnavailable,
    log: log.logger,
  });
  const traces = startTraceRecorder({
    secret: settings.secret,
    write: (steps) => saveSteps(database.db, steps),
    log: log.logger,
  });
  const stopTally = startTallyWriter({
    tally: issuedTokens(),
    write: (counted) => saveCounts(database.db, counted),
    log: log.logger,
  });
  holder().started = {
    ...runtime,
    stopSweeper,
    stopNotices,
    stopSealer,
    stopUses,
    stopRetention,
    explanations,
    traces,
    stopTally,
  };
}

/** True once `startRuntime` has finished. */
export function isRuntimeStarted(): boolean {
  return holder().started !== null;
}

/** The back-channel worker refuses nobody. */
const noticePlace: RequestPlace = { endpoint: 'logout notices', clientAddress: '' };

/** @throws when the process was not made ready */
export function getRuntime(): Runtime {
  return getStarted();
}

function getStarted(): Started {
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
  const { stopSweeper, stopNotices, stopSealer, stopUses, stopRetention, stopTally, explanations, traces } = started;
  const workers = [stopSweeper, stopNotices, stopSealer, stopUses, stopRetention, stopTally];
  await Promise.all([...workers.map((stop) => stop()), explanations.stop(), traces.stop()]);
  await started.database.close();
  started.log.flush();
}

/**
 * What one request works with.
 * @returns at once while the configuration in memory is confirmed, else after one read
 * @throws an error with code `snapshot_unavailable` when the configuration cannot be confirmed
 */
export function createContext(requestId: string, place: RequestPlace): Context | Promise<Context> {
  const runtime = getStarted();
  const now = readClock();
  const snapshot = getSnapshot(now);
  const asked = { requestId, place, now };
  if (snapshot instanceof Promise) return snapshot.then((confirmed) => makeContext(runtime, confirmed, asked));
  return makeContext(runtime, snapshot, asked);
}

/** For an answer without a context: the request was refused before it had one, or could not get one. */
export function explainOutside(requestId: string, place: RequestPlace): Explain {
  const { explanations, log } = getStarted();
  return createExplain(explanations, { ...place, now: readClock(), log: () => log.forRequest(requestId) });
}

/** Takes an exchange down for the traces that run. */
export const noteExchange: NoteExchange = (exchange, running) => getStarted().traces.note(exchange, running);

type Asked = { readonly requestId: string; readonly place: RequestPlace; readonly now: Date };

function makeContext(
  { settings, database, log, explanations }: Started,
  snapshot: Snapshot,
  { requestId, place, now }: Asked,
): Context {
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
    explain: (refusal) => createExplain(explanations, { ...place, now, log: () => log.forRequest(requestId) })(refusal),
  };
}
