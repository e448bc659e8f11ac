import { type Cost, connections, dialects, type Row, runComparison } from './comparison';

/**
 * npm run bench -- compare [rounds] [seconds] [words]: the cost of each operation, or of those whose name contains the
 * words, on SQLite and on PostgreSQL (every commit on the disk). It compares them with oidc-provider and the floor
 * program on the same databases. The load generator and PostgreSQL run on the same machine; PostgreSQL counts apart.
 */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 2);
print(await runComparison({ rounds, seconds, words: process.argv[4] ?? '' }));

function print(rows: readonly Row[]): void {
  console.log(`Server CPU (µs an operation), median of ${rounds} rounds of ${seconds} s, ${connections} connections.`);
  console.log('±: half of the rounds are no farther from the median. Ratio: the CPU time of the peer to ours.\n');
  const names = dialects.map((dialect) => (dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'));
  const heads = names.flatMap((name) => [
    `Signet, ${name} µs`,
    `oidc-provider, ${name} µs`,
    `floor, ${name} µs`,
    `ratio ${name}`,
  ]);
  const ofDatabase = ['PostgreSQL itself, Signet µs', 'PostgreSQL itself, oidc-provider µs', 'statements'];
  console.log(`| operation | ${[...heads, ...ofDatabase].join(' | ')} |`);
  console.log(`|---|${'--:|'.repeat(heads.length + ofDatabase.length)}`);
  for (const { operation, signet, peer, floor, ratio, database, statements } of rows) {
    const cells = dialects.flatMap((dialect) => [
      showCost(signet[dialect]),
      showCost(peer[dialect]),
      showCost(floor[dialect]),
      show(ratio[dialect], 2),
    ]);
    const last = [show(database.signet), show(database.peer), show(statements, 1)];
    console.log(`| ${[operation, ...cells, ...last].join(' | ')} |`);
  }
}

function showCost(cost: Cost | null): string {
  return cost === null ? '–' : `${show(cost.microseconds)} ± ${show(cost.spread)} %`;
}

function show(value: number | null | undefined, digits = 0): string {
  return value?.toFixed(digits) ?? '–';
}
