import { setTimeout as delay } from 'node:timers/promises';
import type { Dialect } from '#lib/db/statement';
import { connected } from '#lib/testing/postgres-connection';
import { backendsOf, type CrashPlace } from './place';

/** A way to kill a process under load. */
export type Kill = {
  /** A sentence for the table of the proof. */
  readonly promise: string;
  /** The number of kills of this kind among ten. */
  readonly share: number;
  /** Kills it. @returns the place of the kill for the table, or null if nothing was killed */
  readonly strike: (place: CrashPlace, random: () => number) => Promise<string | null>;
  /** It kills something else, so the server must not end. */
  readonly spares?: true;
  /** Restores what the server needs before it starts again. */
  readonly before?: (place: CrashPlace) => void;
};

const server: Kill = {
  promise: 'A server process that is killed loses nothing that it acknowledged',
  share: 3,
  strike: async (place) => {
    await place.killServer();
    return 'SIGKILL';
  },
};

/** The maximum time to wait for a failpoint, in milliseconds. */
const patienceMs = 15_000;

/** A failpoint that is never reached. It makes the server note its statements. */
export const nowhere = { when: 'before', kind: 'none', after: 0 };

async function ended(place: CrashPlace): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (place.isRunning() && performance.now() < deadline) await delay(10);
  return !place.isRunning();
}

const reached = new Map<string, number>();

/** Kills before and after each kind of statement, the least tried ones first. */
const failpoint: Kill = {
  promise: 'A server process that dies between two steps of a transaction has done all or nothing',
  share: 4,
  strike: async (place, random) => {
    const points = place.statements().flatMap((kind) => [`before ${kind}`, `after ${kind}`]);
    if (points.length === 0) return null;
    const timesOf = (point: string) => reached.get(point) ?? 0;
    const least = Math.min(...points.map(timesOf));
    const open = points.filter((point) => timesOf(point) === least);
    const point = open[Math.floor(random() * open.length)] ?? 'before COMMIT';
    reached.set(point, timesOf(point) + 1);
    const [when = '', ...kind] = point.split(' ');
    place.arm({ when, kind: kind.join(' '), after: Math.floor(random() * 3) });
    if (await ended(place)) return point;
    // The load does not reach the failpoint at the moment, and a slow server may still do so before it reads this.
    place.arm(nowhere);
    return null;
  },
};

const power: Kill = {
  promise: 'A loss of power leaves what was acknowledged on the disk',
  share: 3,
  strike: async (place) => {
    place.arm({ power: true });
    return (await ended(place)) ? 'fdatasync' : null;
  },
  before: (place) => void place.losePower(),
};

const terminate: Kill = {
  promise: 'A backend of PostgreSQL that is terminated fails only its own request',
  share: 2,
  spares: true,
  strike: async ({ databaseUrl }, random) => {
    const pids = await backendsOf(databaseUrl);
    const pid = pids[Math.floor(random() * pids.length)];
    if (pid === undefined) return null;
    await connected(databaseUrl, (client) => client.query('SELECT pg_terminate_backend($1)', [pid]));
    return 'pg_terminate_backend';
  },
};

const killBackend: Kill = {
  promise: 'A backend of PostgreSQL that is killed makes PostgreSQL recover, and the server with it',
  share: 1,
  spares: true,
  strike: async ({ databaseUrl }, random) => {
    const pids = await backendsOf(databaseUrl);
    const pid = pids[Math.floor(random() * pids.length)];
    if (pid === undefined) return null;
    process.kill(pid, 'SIGKILL');
    return 'SIGKILL';
  },
};

const immediate: Kill = {
  promise: 'An immediate stop of PostgreSQL loses nothing that was acknowledged',
  share: 1,
  spares: true,
  strike: async ({ postgres }) => {
    await (await postgres?.shutDown('immediate'))?.();
    return 'immediate';
  },
};

const crash: Kill = {
  promise: 'PostgreSQL that is killed loses nothing that was acknowledged',
  share: 1,
  spares: true,
  strike: async ({ postgres }) => {
    await postgres?.crash();
    return 'SIGKILL';
  },
};

export const killsOf: Readonly<Record<Dialect, readonly Kill[]>> = {
  sqlite: [server, failpoint, power],
  postgresql: [server, { ...failpoint, share: 3 }, terminate, killBackend, immediate, crash],
};
