import { type Dialect, dialects } from './comparison';
import type { Contender } from './contenders';
import type { Step } from './load';
import { measure, median, type Round, residentMegabytes } from './measure';
import type { Operation } from './operations';

const connections = 16;

type Team = { readonly users: readonly Step[]; readonly contender: Contender; readonly rounds: Round[] };

/** What is measured: the operations, and the rounds and seconds for each. */
export type Plan = { readonly chosen: readonly Operation[]; readonly rounds: number; readonly seconds: number };

/** Servers that take turns on each database. @param open the second one differs from the first one, and the third one does not */
export async function compareServers(
  plan: Plan,
  names: readonly [string, string],
  open: (
    dialect: Dialect,
  ) => Promise<{ readonly contenders: readonly Contender[]; readonly close: () => Promise<void> }>,
): Promise<void> {
  const { rounds, seconds } = plan;
  console.log(
    `Node ${process.versions.node}. Server CPU (µs an operation), median of ${rounds} rounds of ${seconds} s,`,
  );
  console.log(`${connections} connections. Differences are the median of those within each round.`);
  for (const dialect of dialects) {
    const { contenders, close } = await open(dialect);
    try {
      console.log(`\n| ${dialect} | ${names.join(' | ')} | the first against the second | the first against itself |`);
      console.log('|---|--:|--:|--:|--:|');
      await compareOn(contenders, plan);
    } finally {
      await Promise.all(contenders.map(({ stop }) => stop()));
      await close();
    }
  }
}

async function compareOn(contenders: readonly Contender[], { chosen, rounds, seconds }: Plan): Promise<void> {
  const idle = await Promise.all(contenders.map(async ({ port }) => [await residentMegabytes(port)]));
  printRow('memory after the start and a page, MB', idle);
  for (const operation of chosen) {
    const teams: Team[] = [];
    for (const contender of contenders) {
      const users: Step[] = [];
      for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(contender));
      await measure(contender.port, users, seconds, contender.databaseUrl);
      teams.push({ users, contender, rounds: [] });
    }
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that no server always runs after the same other one.
      for (const { users, contender, rounds: own } of round % 2 === 0 ? teams : teams.toReversed()) {
        own.push(await measure(contender.port, users, seconds, contender.databaseUrl));
      }
    }
    const valuesOf = (read: (round: Round) => number | null) =>
      teams.map((team) => team.rounds.flatMap((one) => read(one) ?? []));
    printRow(
      operation.name,
      valuesOf(({ microseconds }) => microseconds),
    );
    if (contenders.every(({ databaseUrl }) => databaseUrl === undefined)) continue;
    printRow(
      `${operation.name}: PostgreSQL itself`,
      valuesOf(({ databaseMicroseconds }) => databaseMicroseconds),
    );
  }
}

/** @param values by contender, then by round */
function printRow(name: string, [own = [], other = [], again = []]: readonly (readonly number[])[]): void {
  const cells = [median(own).toFixed(1), median(other).toFixed(1), difference(own, other), difference(again, own)];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/** The additional cost of the first server over the second one in the same round. */
function difference(one: readonly number[], other: readonly number[]): string {
  const more = one.map((value, round) => value - (other[round] ?? Number.NaN));
  const percent = one.map((value, round) => (value / (other[round] ?? Number.NaN) - 1) * 100);
  return `${median(percent).toFixed(1)} %, ${median(more).toFixed(1)}`;
}
