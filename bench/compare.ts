import { connections, dialects, type Row, runComparison } from './comparison';

/**
 * npm run bench -- compare [rounds] [seconds] [words]: what each operation costs, or each whose name holds the words,
 * on SQLite and on PostgreSQL (every commit on the disk), beside oidc-provider on the same databases. The load generator
 * and PostgreSQL run on the same machine and count only in what is done a second.
 */
const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 2);
print(await runComparison({ rounds, seconds, words: process.argv[4] ?? '' }));

function print(rows: readonly Row[]): void {
  console.log(`Server CPU (µs an operation) and operations a second, median of ${rounds} rounds of ${seconds} s,`);
  console.log(`${connections} connections. Ratio: the peer's CPU time to ours.\n`);
  const names = dialects.map((dialect) => (dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'));
  const heads = names.flatMap((name) => [`Signet, ${name} µs`, '/s', `oidc-provider, ${name} µs`, `ratio ${name}`]);
  console.log(`| operation | ${[...heads, 'statements'].join(' | ')} |`);
  console.log(`|---|${'--:|'.repeat(heads.length + 1)}`);
  for (const { operation, signet, peer, ratio, statements } of rows) {
    const cells = dialects.flatMap((dialect) => [
      show(signet[dialect]?.microseconds),
      show(signet[dialect]?.perSecond),
      show(peer[dialect]?.microseconds),
      show(ratio[dialect], 2),
    ]);
    console.log(`| ${[operation, ...cells, show(statements, 1)].join(' | ')} |`);
  }
}

function show(value: number | null | undefined, digits = 0): string {
  return value?.toFixed(digits) ?? '–';
}
