import { backgroundJobs } from '#lib/background-jobs';
import { beginRecording } from '#lib/clients/usage/use-store';
import type { Context } from '#lib/context';
import type { OpenDatabase } from '#lib/db/open-database';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import { saveExplanations } from '#lib/explain/explanation-store';
import type { Explain, RequestPlace } from '#lib/explain/refusal';
import { createExplain, createExplanationWriter, type ExplanationWriter } from '#lib/explain/writer';
import { readClock } from '#lib/http/clock';
import { startJobs } from '#lib/jobs/start-jobs';
import type { ProcessLog } from '#lib/log/log';
import type { Settings } from '#lib/settings/settings';
import { singleton } from '#lib/singleton';
import { getSnapshot, refreshSnapshot, startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { createTraceRecorder, type TraceRecorder } from '#lib/trace/recorder';
import { saveSteps } from '#lib/trace/step-store';

/** The parts that a serving process has once. */
export type Runtime = { readonly settings: Settings; readonly database: OpenDatabase; readonly log: ProcessLog };

type Started = Runtime & {
  readonly explanations: ExplanationWriter;
  readonly traces: TraceRecorder;
  readonly stopJobs: () => Promise<void>;
};

const holder = () => singleton('runtime', (): { started: Started | null } => ({ started: null }));

/**
 * Makes this process ready to serve: reads the configuration into memory and starts the background jobs.
 * @param runtime with a database that is migrated and has its keys and its configuration
 */
export async function startRuntime(runtime: Runtime): Promise<void> {
  const { settings, database, log } = runtime;
  const { db } = database;
  await startSnapshot({ db, secret: settings.secret, now: readClock(), log: log.logger });
  await beginRecording(db, readClock());
  const write = (rows: Parameters<typeof saveExplanations>[1]) => saveExplanations(db, rows);
  const explanations = createExplanationWriter({ write, isTemporary: isDatabaseUnavailable });
  const traces = createTraceRecorder({
    secret: settings.secret,
    write: (steps) => saveSteps(db, steps),
    log: log.logger,
  });
  const jobs = backgroundJobs({ ...runtime, explanations, traces, createContext });
  holder().started = { ...runtime, explanations, traces, stopJobs: startJobs(jobs, { db, log: log.logger }) };
}

/** Whether `startRuntime` has finished. */
export function isRuntimeStarted(): boolean {
  return holder().started !== null;
}

/** @throws if the process is not ready */
export function getRuntime(): Runtime {
  return getStarted();
}

function getStarted(): Started {
  const { started } = holder();
  if (started === null) throw new Error('the runtime was not started');
  return started;
}

/** Ends the background jobs, closes the database and writes out the log. */
export async function stopRuntime(): Promise<void> {
  const { started } = holder();
  if (started === null) return;
  await started.stopJobs();
  holder().started = null;
  stopSnapshot();
  await started.database.close();
  started.log.flush();
}

/**
 * Creates the context of one request.
 * @param isLocal whether the caller is on this machine: see isLocalCaller()
 * @returns immediately if the configuration in memory was confirmed recently, otherwise after one read
 * @throws an error with code `snapshot_unavailable` if the configuration cannot be confirmed
 */
export function createContext(requestId: string, place: RequestPlace, isLocal = false): Context | Promise<Context> {
  const runtime = getStarted();
  const now = readClock();
  const snapshot = getSnapshot(now);
  const asked = { requestId, place, isLocal, now };
  if (snapshot instanceof Promise) return snapshot.then((confirmed) => makeContext(runtime, confirmed, asked));
  return makeContext(runtime, snapshot, asked);
}

/** For a response without a context: the request was refused before it had one, or could not get one. */
export function explainOutside(requestId: string, place: RequestPlace): Explain {
  const { explanations, log } = getStarted();
  return createExplain(explanations, { ...place, now: readClock(), log: () => log.forRequest(requestId) });
}

type Asked = {
  readonly requestId: string;
  readonly place: RequestPlace;
  readonly isLocal: boolean;
  readonly now: Date;
};

function makeContext(
  { settings, database, log, explanations, traces }: Started,
  snapshot: Snapshot,
  { requestId, place, isLocal, now }: Asked,
): Context {
  return {
    settings,
    db: database.db,
    snapshot,
    now,
    requestId,
    // A tunnel or a proxy leads the world to a public issuer, without a word of it in the request.
    isLocal: isLocal && settings.localhost,
    /** Created at the first use, because most requests log nothing. */
    get log() {
      return log.forRequest(requestId);
    },
    refreshConfiguration: () => refreshSnapshot(readClock()),
    noteExchange: traces.note,
    explain: (refusal) => createExplain(explanations, { ...place, now, log: () => log.forRequest(requestId) })(refusal),
  };
}
