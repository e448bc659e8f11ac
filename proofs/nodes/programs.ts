import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPostgresFolder } from '#lib/testing/postgres-binaries';

/** The programs that operators run together with the server, and their Debian packages. */
const packages = {
  haproxy: 'haproxy',
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbouncer: 'pgbouncer',
  pg_rewind: 'postgresql',
} as const;

export type Program = keyof typeof packages;

/** @throws if it is not installed */
export function findProgram(name: Program): string {
  const path = pathOf(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

/** A line for each program that is not installed, with the package to install. */
export function missingPrograms(names: readonly Program[]): string[] {
  return names
    .filter((name) => pathOf(name) === undefined)
    .map((name) => `${name} is missing: apt-get install ${packages[name]}`);
}

/** The folder of the PostgreSQL programs that Patroni runs. @throws if one is not installed */
export function postgresFolder(): string {
  const found = findPostgresFolder(ofPatroni);
  if (found === undefined) throw new Error(`${ofPatroni.join(', ')} are not installed`);
  return found;
}

const ofPatroni = ['initdb', 'postgres', 'pg_controldata', 'pg_basebackup', 'pg_rewind'];

/** Debian's folder for system programs is often missing in the PATH of a user. */
function pathOf(name: Program): string | undefined {
  if (name === 'pg_rewind') return findPostgresFolder(ofPatroni);
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The version that the program prints, for example "1.18.0". */
export function versionOf(name: Program): string {
  const flag = name === 'haproxy' ? '-v' : '--version';
  const text = execFileSync(findProgram(name), [flag], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /\d+\.\d+(\.\d+)?/.exec(text)?.[0] ?? 'unknown';
}
