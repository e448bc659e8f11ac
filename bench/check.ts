import { readFileSync } from 'node:fs';
import { dialects, type Row, runComparison } from './comparison';

/**
 * npm run bench -- check [rounds] [seconds] [words]: measures again, and fails if a ratio to the peer is more than 10 %
 * below the one in docs/performance.md. It compares ratios because the machines differ. An operation that looks worse
 * is measured once more for three times as long, because a short measurement may be wrong by more than that.
 */
const tolerated = 0.9;
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 2);

const committed = readRatios(readFileSync('docs/performance.md', 'utf8'));
const rows = await runComparison({ rounds, seconds, words: process.argv[4] ?? '' });
const worse: string[] = [];
for (const { operation } of rows.filter((row) => findWorse(row).length > 0)) {
  const longer = await runComparison({ rounds: rounds * 3, seconds, words: operation });
  worse.push(...longer.filter((row) => row.operation === operation).flatMap(findWorse));
}
if (worse.length > 0) process.exitCode = 1;
console.log(worse.length === 0 ? 'No operation is more than 10 % behind docs/performance.md.' : worse.join('\n'));

function findWorse(row: Row): string[] {
  return dialects.flatMap((dialect) => compare(row, dialect));
}

function compare({ operation, ratio }: Row, dialect: (typeof dialects)[number]): string[] {
  const before = committed.get(operation)?.[dialect] ?? null;
  const now = ratio[dialect];
  if (before === null || now === null) return [];
  console.log(`${operation}, ${dialect}: ${before.toFixed(2)} → ${now.toFixed(2)}`);
  return now < before * tolerated
    ? [`worse: ${operation} on ${dialect}, ${before.toFixed(2)} → ${now.toFixed(2)}`]
    : [];
}

/** The ratios in the table of `compare`, by operation. */
function readRatios(page: string): Map<string, Record<(typeof dialects)[number], number | null>> {
  const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const head = lines.find((cells) => cells[1] === 'operation' && cells.includes('ratio SQLite'));
  if (head === undefined) throw new Error('docs/performance.md holds no table with ratios');
  const at = { sqlite: head.indexOf('ratio SQLite'), postgresql: head.indexOf('ratio PostgreSQL') };
  const number = (text: string | undefined) => (Number.isFinite(Number(text)) && text ? Number(text) : null);
  const ofTable = lines.slice(lines.indexOf(head) + 2);
  const end = ofTable.findIndex((cells) => cells.length !== head.length);
  return new Map(
    ofTable
      .slice(0, end)
      .map((cells) => [cells[1] ?? '', { sqlite: number(cells[at.sqlite]), postgresql: number(cells[at.postgresql]) }]),
  );
}
