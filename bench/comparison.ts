import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type Contender, type SignetOptions, startFloor, startPeer, startSignet } from './contenders';
import type { Step } from './load';
import { measure, median, type Round, spread } from './measure';
import { type Operation, offers, operations } from './operations';
import { startStatementCounter } from './statement-counter';

/** The CPU time of an operation in microseconds: the median of the rounds, and their spread in percent. */
export type Cost = {
  readonly microseconds: number;
  readonly spread: number;
  /** The CPU time of its PostgreSQL. Null for SQLite. */
  readonly databaseMicroseconds: number | null;
};

/** The cost of an operation for each server, or null if the server does not offer it. */
export type Row = {
  readonly operation: string;
  readonly signet: Record<Dialect, Cost | null>;
  readonly peer: Record<Dialect, Cost | null>;
  readonly floor: Record<Dialect, Cost | null>;
  /** The peer's CPU time divided by ours. */
  readonly ratio: Record<Dialect, number | null>;
  /** The CPU time of PostgreSQL in microseconds, with Signet and with the peer. */
  readonly database: { readonly signet: number | null; readonly peer: number | null };
  /** The number of database statements in one run on PostgreSQL. */
  readonly statements: number | null;
};

export const dialects = ['sqlite', 'postgresql'] as const;
export type Dialect = (typeof dialects)[number];

export type Comparison = { readonly rounds: number; readonly seconds: number; readonly words: string };

export const connections = 16;
const countedRepeats = 200;
const settlingMs = 5_000;

/**
 * Measures the operations whose name contains the words. The servers take turns in each round, in alternating order.
 * @param comparison the rounds, the seconds of each, and the words
 */
export async function runComparison(comparison: Comparison): Promise<Row[]> {
  const chosen = operations.filter(({ name }) => name.includes(comparison.words));
  const postgres = await startPostgres({ fsync: true });
  const names = ['signet_bench', 'peer_bench', 'floor_bench', 'signet_counted'];
  const databases = [];
  for (const name of names) databases.push(await createPostgresDatabase(postgres.url, name));
  const [own, peers, floors, counted] = databases.map(({ url }) => url);
  const signet = [
    await startSignet('Signet on SQLite'),
    await startSignet('Signet on PostgreSQL', { databaseUrl: own }),
  ];
  const peer = [await startPeer('oidc-provider on SQLite'), await startPeer('oidc-provider on PostgreSQL', peers)];
  const floor = [await startFloor('floor on SQLite'), await startFloor('floor on PostgreSQL', floors)];
  const contenders = [...signet, ...peer, ...floor];
  try {
    const found = new Map<Operation, (Cost | null)[]>();
    for (const operation of chosen) {
      console.error(operation.name);
      found.set(operation, await compare(operation, contenders, comparison));
    }
    const counts = await countStatements(chosen, counted ?? '');
    return [...found].map(([operation, cells]) => toRow(operation, cells, counts.get(operation) ?? null));
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()));
    for (const { drop } of databases) await drop();
    await postgres.stop();
  }
}

function toRow({ name }: Operation, cells: readonly (Cost | null)[], statements: number | null): Row {
  const [ownSqlite = null, ownPostgres = null, peerSqlite = null, peerPostgres = null, ...floor] = cells;
  const ratioOf = (own: Cost | null, peer: Cost | null) =>
    own === null || peer === null ? null : peer.microseconds / own.microseconds;
  return {
    operation: name,
    signet: { sqlite: ownSqlite, postgresql: ownPostgres },
    peer: { sqlite: peerSqlite, postgresql: peerPostgres },
    floor: { sqlite: floor[0] ?? null, postgresql: floor[1] ?? null },
    ratio: { sqlite: ratioOf(ownSqlite, peerSqlite), postgresql: ratioOf(ownPostgres, peerPostgres) },
    database: {
      signet: ownPostgres?.databaseMicroseconds ?? null,
      peer: peerPostgres?.databaseMicroseconds ?? null,
    },
    statements,
  };
}

type Team = { readonly contender: Contender; readonly users: readonly Step[]; readonly rounds: Round[] };

/** The median round of each contender. Null if it does not offer the operation. */
async function compare(
  operation: Operation,
  contenders: readonly Contender[],
  { rounds, seconds }: Comparison,
): Promise<(Cost | null)[]> {
  const teams: Team[] = [];
  for (const contender of contenders) {
    if (!offers(contender, operation)) continue;
    const users: Step[] = [];
    for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(contender));
    await measure(contender.port, users, seconds / 2, contender.databaseUrl);
    teams.push({ contender, users, rounds: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that no server always runs after the same other one.
    for (const team of round % 2 === 0 ? teams : teams.toReversed())
      team.rounds.push(await measure(team.contender.port, team.users, seconds, team.contender.databaseUrl));
  }
  return contenders.map((contender) => {
    const own = teams.find((team) => team.contender === contender)?.rounds;
    if (own === undefined) return null;
    const microseconds = own.map((one) => one.microseconds);
    const ofDatabase = own.flatMap(({ databaseMicroseconds }) => databaseMicroseconds ?? []);
    const databaseMicroseconds = ofDatabase.length === 0 ? null : median(ofDatabase);
    return { microseconds: median(microseconds), spread: spread(microseconds), databaseMicroseconds };
  });
}

/** Counts the database statements in one run of each operation, on PostgreSQL, without load. */
export async function countStatements(
  chosen: readonly Operation[],
  databaseUrl: string,
  options: Pick<SignetOptions, 'configure'> = {},
): Promise<Map<Operation, number>> {
  const counter = await startStatementCounter(databaseUrl);
  const signet = await startSignet('counted', { ...options, databaseUrl: counter.url });
  const counts = new Map<Operation, number>();
  try {
    // What the start left to do takes statements too.
    await delay(settlingMs);
    for (const operation of chosen.filter((one) => offers(signet, one))) {
      const step = await operation.prepare(signet);
      const before = counter.count();
      for (let repeat = 0; repeat < countedRepeats; repeat += 1) await step();
      counts.set(operation, (counter.count() - before) / countedRepeats);
    }
  } finally {
    await signet.stop();
    counter.stop();
  }
  return counts;
}
