import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#lib/testing/running-server';
import { type Obstacle, startObstacle } from '../attacks/obstacle';
import { type Daemon, killTree, startDaemon, until } from './daemon';
import { type Folder, publicFolder } from './folder';
import { findProgram, postgresFolder } from './programs';

/** A machine: Patroni, its PostgreSQL, and the network lines to it. */
type Machine = {
  readonly name: string;
  readonly folder: string;
  readonly api: string;
  /** The line between the servers and its PostgreSQL. */
  readonly clients: Obstacle;
  /** The line between its PostgreSQL and the other one. */
  readonly replication: Obstacle;
  /** Starts it unless it is running. */
  readonly start: () => void;
  readonly kill: () => Promise<void>;
};

export type Cluster = {
  /** The URL with both machines, in the format of libpq. */
  readonly databaseUrl: string;
  /** The machine that accepts writes. */
  readonly primary: () => Promise<Machine>;
  /** Waits until the other machine follows the primary, and with `synchronous` also until commits wait for it. */
  readonly ready: (synchronous: boolean) => Promise<void>;
  /** Performs a planned switchover to the other machine. */
  readonly switchOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** In seconds: the shortest lease of a silent primary that Patroni accepts. */
export const leaseSeconds = 20;
const timing = { ttl: leaseSeconds, loop_wait: 1, retry_timeout: 3 };

type Member = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
};

/** Two PostgreSQL clusters under Patroni, with one etcd. */
export async function startCluster(): Promise<Cluster> {
  const machines: Machine[] = [];
  // This must run before the folder with their process IDs is deleted, because PostgreSQL is not a child of Patroni and
  // outlives it.
  process.once('exit', () => machines.forEach(killPostgres));
  const folder = publicFolder('patroni');
  const etcd = await startEtcd(folder);
  for (const name of ['db1', 'db2']) {
    const machine = await createMachine(folder, name, etcd.port);
    machine.start();
    machines.push(machine);
    await until(`${name} to run`, async () => ((await state(machine))?.state === 'running' ? true : null));
  }
  const members = async () => {
    for (const { api } of machines) {
      const answer = await fetch(`${api}/cluster`).catch(() => null);
      if (answer?.status !== 200) continue;
      const body: { readonly members: readonly Member[] } = await answer.json();
      return body.members;
    }
    return [];
  };
  const primary = () =>
    until('a primary', async () => {
      for (const machine of machines) if ((await state(machine))?.role === 'master') return machine;
      return null;
    });
  const hosts = machines.map(({ clients }) => `127.0.0.1:${clients.port}`).join(',');
  return {
    databaseUrl: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    primary,
    async ready(synchronous) {
      const { api } = await primary();
      await send(`${api}/config`, 'PATCH', { synchronous_mode: synchronous });
      const role = synchronous ? 'sync_standby' : 'replica';
      await until(`a ${role}`, async () => {
        const found = await members();
        return found.some((one) => one.role === role && one.lag === 0 && /running|streaming/.test(one.state))
          ? true
          : null;
      });
    },
    async switchOver() {
      const { api, name } = await primary();
      await send(`${api}/switchover`, 'POST', { leader: name });
    },
    async stop() {
      await Promise.all(machines.map((machine) => machine.kill()));
      await Promise.all(machines.flatMap(({ clients, replication }) => [clients.close(), replication.close()]));
      await etcd.stop('SIGKILL');
      folder.remove();
    },
  };
}

async function startEtcd(folder: Folder): Promise<Daemon & { readonly port: number }> {
  const [port, peers] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const daemon = startDaemon(
    findProgram('etcd'),
    [
      ...['--data-dir', join(folder.path, 'etcd'), '--log-level', 'error'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ],
    folder.path,
  );
  const ask = async () => {
    const answer = await fetch(`${client}/health`).catch(() => null);
    return answer?.status === 200 ? true : null;
  };
  await until('etcd to answer', ask, daemon.output);
  return { ...daemon, port };
}

async function createMachine({ path }: Folder, name: string, etcd: number): Promise<Machine> {
  const [port, rest] = [await freePort(), await freePort()];
  const clients = await startObstacle(port);
  const replication = await startObstacle(port);
  const file = join(path, `${name}.json`);
  const data = join(path, name);
  const binaries = postgresFolder();
  const places = { path, name, data, binaries, etcd, port, rest, replication: replication.port };
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(configure(places)));
  let daemon: Daemon | null = null;
  return {
    name,
    folder: data,
    api: `http://127.0.0.1:${rest}`,
    clients,
    replication,
    start() {
      daemon ??= startDaemon(findProgram('patroni'), [file], path);
    },
    async kill() {
      await daemon?.stop('SIGKILL');
      daemon = null;
      killPostgres({ folder: data });
    },
  };
}

function killPostgres({ folder }: Pick<Machine, 'folder'>): void {
  const file = join(folder, 'postmaster.pid');
  if (existsSync(file)) killTree(Number(readFileSync(file, 'utf8').split('\n')[0]));
}

type Places = {
  readonly path: string;
  readonly name: string;
  readonly data: string;
  readonly binaries: string;
  readonly etcd: number;
  readonly port: number;
  readonly rest: number;
  readonly replication: number;
};

function configure({ path, name, data, binaries, etcd, port, rest, replication }: Places) {
  return {
    scope: 'signet',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    log: { level: 'WARNING' },
    bootstrap: {
      dcs: {
        ...timing,
        maximum_lag_on_failover: 2 ** 30,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { 'auth-host': 'trust' }, { 'auth-local': 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${replication}`,
      data_dir: data,
      bin_dir: binaries,
      pgpass: join(path, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'local replication all trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      parameters: { unix_socket_directories: path, shared_buffers: '64MB' },
    },
  };
}

async function state({ api }: Machine): Promise<{ readonly state?: string; readonly role?: string } | null> {
  const answer = await fetch(`${api}/patroni`).catch(() => null);
  return answer === null ? null : answer.json();
}

async function send(url: string, method: string, body: object): Promise<void> {
  await until(`${method} ${url}`, async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) }).catch(() => null);
    return answer?.ok ? true : null;
  });
}
