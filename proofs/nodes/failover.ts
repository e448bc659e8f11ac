import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import type { Promised } from '../promises';
import { loadConfiguration } from './configuration';
import { countLedger, countLost, findLost } from './ledger';
import { type Load, startLoad } from './load';
import { type Cluster, startCluster } from './patroni';
import type { Target } from './requests';

type Trial = {
  readonly name: string;
  readonly synchronous: boolean;
  /** Does something to the primary. @returns the time, by performance.now() */
  readonly disaster: (cluster: Cluster) => Promise<number>;
};

/** The time between the loss of the replication line and the death of the primary. */
const brokenLineMs = 1_000;
const rounds = 15;

const trials: readonly Trial[] = [
  { name: 'synchronous replication, a planned switchover', synchronous: true, disaster: switchOver },
  { name: 'synchronous replication, every process killed', synchronous: true, disaster: kill },
  { name: 'synchronous replication, the line broken 1 s before', synchronous: true, disaster: breakLineAndKill },
  { name: 'synchronous replication, the machine falls silent', synchronous: true, disaster: silence },
  { name: 'asynchronous replication, every process killed', synchronous: false, disaster: kill },
  { name: 'asynchronous replication, the line broken 1 s before', synchronous: false, disaster: breakLineAndKill },
];

/** Two processes on two PostgreSQL clusters under Patroni. The primary is lost under load. */
export async function proveFailover(): Promise<Promised[]> {
  const cluster = await startCluster();
  const servers: RunningServer[] = [];
  try {
    await cluster.ready(true);
    const issuer = `http://localhost:${await freePort()}`;
    const env = { DATABASE_URL: cluster.databaseUrl, SIGNET_ISSUER: issuer, SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1' };
    for (let count = 0; count < 2; count += 1) {
      servers.push(await startServer({ port: await freePort(), env, configuration: loadConfiguration }));
    }
    const targets = servers.map(({ port }) => ({ issuer, server: `http://127.0.0.1:${port}` }));
    const promises: Promised[] = [];
    for (const trial of trials) promises.push(...(await attempt(trial, cluster, targets)));
    return promises;
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await cluster.stop();
  }
}

async function attempt({ name, synchronous, disaster }: Trial, cluster: Cluster, targets: readonly Target[]) {
  process.stderr.write(`  ${name}\n`);
  await cluster.ready(synchronous);
  const former = await cluster.primary();
  const load = startLoad(targets);
  try {
    await load.progress(rounds);
    const moment = await disaster(cluster);
    await load.progress(rounds);
    await load.stop();
    const [target] = targets;
    if (target === undefined) throw new Error('there is no server');
    const tried = countLedger(load.ledger);
    const lost = await findLost(target, load.ledger);
    const count = countLost(lost);
    const words = Object.entries(lost).map(([kind, lines]) => `${lines.length} ${kind}`);
    former.clients.thaw();
    former.replication.thaw();
    former.start();
    return [
      {
        promise: `Failover, ${name}: ${synchronous ? 'nothing acknowledged is lost' : 'what is lost'}`,
        tried,
        broken: synchronous ? Object.values(lost).flat() : [],
        ...(!synchronous && { measured: count === 0 ? 'nothing lost' : `lost: ${words.join(', ')}` }),
      },
      tellInterruption(name, load, { moment, synchronous }),
    ];
  } finally {
    await load.stop();
  }
}

type Loss = { readonly moment: number; readonly synchronous: boolean };

/**
 * The answers to clients during the failover, and its duration. The servers are not restarted. Without synchronous
 * replication a client may lose its token.
 */
function tellInterruption(name: string, { failures, allSince }: Load, { moment, synchronous }: Loss): Promised {
  const recovered = Math.max(...failures.map(({ at }) => at), allSince(moment));
  const seconds = ((recovered - moment) / 1000).toFixed(1);
  const announced = failures.filter(({ cause }) => cause === 'announced');
  const broken = failures.filter(({ cause }) => cause === 'server' || (synchronous && cause === 'client'));
  return {
    promise: `Failover, ${name}: 503 with Retry-After at most, then it works again`,
    tried: `${announced.length} answers of 503 in ${seconds} s`,
    broken: broken.map(({ text }) => text),
  };
}

async function switchOver(cluster: Cluster): Promise<number> {
  const started = performance.now();
  await cluster.switchOver();
  return started;
}

/** Kills the processes of the machine. The operating system closes their connections. */
async function kill(cluster: Cluster): Promise<number> {
  const primary = await cluster.primary();
  const moment = performance.now();
  await primary.kill();
  return moment;
}

/** Breaks replication, so that the other machine misses the last commits, then kills the primary. */
async function breakLineAndKill(cluster: Cluster): Promise<number> {
  const primary = await cluster.primary();
  primary.replication.freeze();
  await delay(brokenLineMs);
  const moment = await kill(cluster);
  primary.replication.cut();
  return moment;
}

/** Simulates a power loss: nothing answers any more, and no connection is closed. */
async function silence(cluster: Cluster): Promise<number> {
  const primary = await cluster.primary();
  primary.clients.freeze();
  return kill(cluster);
}
