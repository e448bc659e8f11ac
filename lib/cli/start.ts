import cluster from 'node:cluster';
import { openDatabase } from '#lib/db/open';
import { checkListenAddress } from '#lib/http/run-server';
import { openLog } from '#lib/log/log';
import { joinClusterMetrics } from '#lib/metrics/cluster-metrics';
import { prepareNextEnvironment, readSettings } from '#lib/settings/read';
import type { Settings } from '#lib/settings/settings';
import { explainFailures } from './explain-failure';
import { requireOpenFiles } from './open-files';
import { describeAddress, describeChanges, prepareDatabase } from './prepare-database';
import { onStopSignal } from './stop-signal';
import { reportLoaded, superviseWorkers } from './supervise';

/**
 * `signet start`: reads the settings, prepares database, migrations, keys, configuration and snapshot, and then
 * listens. Runs until SIGTERM or SIGINT and then exits with 0. If it cannot start, it exits with 1 and says on stderr
 * why.
 */
export async function startCommand(): Promise<never> {
  let settings: Settings | null = null;
  try {
    settings = readSettings();
    requireOpenFiles();
    await (cluster.isWorker ? serveAsWorker(settings) : serveAsPrimary(settings));
    process.exit(0);
  } catch (error) {
    // A worker of a running cluster prints its own reason, so the primary adds nothing.
    if (!isWorkerFailure(error)) {
      for (const line of explainFailures(error, settings)) process.stderr.write(`signet: ${line}\n`);
    }
    process.exit(1);
  }
}

async function serveAsPrimary(settings: Settings): Promise<void> {
  // Before anything is written: the passwords of a demonstration are shown once.
  for (const port of portsOf(settings)) await checkListenAddress({ host: settings.host, port });
  const { database, preparation } = await prepareDatabase(settings);
  process.stderr.write(describeChanges(settings, preparation));
  const announce = () => process.stderr.write(describeAddress(settings, preparation));
  if (settings.workers === 1) return serve(settings, database, announce);
  // Each worker opens its own database, because connections do not survive a fork.
  await database.close();
  const log = openLog(settings.logLevel);
  const supervisor = superviseWorkers({
    workers: settings.workers,
    log: log.logger,
    onListening: announce,
    drainMs: settings.drainSeconds * 1000,
  });
  onStopSignal(supervisor.stop);
  await supervisor.ended;
}

async function serveAsWorker(settings: Settings): Promise<void> {
  joinClusterMetrics();
  await serve(settings, await openDatabase(settings.databaseUrl), () => {});
}

/** Serves until a signal asks to stop. */
async function serve(settings: Settings, database: Awaited<ReturnType<typeof openDatabase>>, announce: () => void) {
  // React chooses one of its builds by the environment.
  prepareNextEnvironment();
  const { startServer } = await import('../../server');
  const log = openLog(settings.logLevel);
  const server = await startServer({ settings, database, log });
  log.logger.info({ issuer: settings.issuer, port: server.port }, 'listening');
  announce();
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve));
  const loaded = server.pagesLoaded.then(() => {
    if (cluster.isWorker) reportLoaded();
    return stopped;
  });
  await Promise.race([stopped, loaded]);
  log.logger.info('stopping');
  await server.stop();
}

function portsOf({ port, mtls }: Settings): number[] {
  return mtls?.source.kind === 'listener' ? [mtls.source.port, port] : [port];
}

function isWorkerFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'worker_failed';
}
