import { type Contender, startSignet } from './contenders';
import type { Step } from './load';
import { measure, median } from './measure';
import { operations } from './operations';

/**
 * npm run bench -- builds FOLDER [rounds] [seconds] [words]: what each operation costs this build and that of another
 * checkout, on SQLite. This build runs twice: what its two processes differ by is what the machine cannot tell apart.
 */
const [folder = '', rounds = '20', seconds = '2', words = ''] = process.argv.slice(2);
if (folder === '') throw new Error('name the folder of another checkout with a build');

const connections = 16;

type Team = { readonly users: readonly Step[]; readonly contender: Contender; readonly microseconds: number[] };

const contenders = [
  await startSignet('this build'),
  await startSignet('other build', { build: folder }),
  await startSignet('this build again'),
];
try {
  console.log(`Server CPU (µs an operation), median of ${rounds} rounds of ${seconds} s, ${connections} connections.`);
  console.log('Differences are the median of those within each round.\n');
  console.log('| operation | this build | other build | this against the other | this against itself |');
  console.log('|---|--:|--:|--:|--:|');
  for (const operation of operations.filter(({ name }) => name.includes(words))) {
    const teams: Team[] = [];
    for (const contender of contenders) {
      const users: Step[] = [];
      for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(contender));
      await measure(contender.port, users, Number(seconds));
      teams.push({ users, contender, microseconds: [] });
    }
    for (let round = 0; round < Number(rounds); round += 1) {
      // The order turns around, so that nobody always follows the same one.
      for (const { users, contender, microseconds } of round % 2 === 0 ? teams : teams.toReversed()) {
        microseconds.push((await measure(contender.port, users, Number(seconds))).microseconds);
      }
    }
    const [own = [], other = [], again = []] = teams.map(({ microseconds }) => microseconds);
    const cells = [median(own).toFixed(1), median(other).toFixed(1), difference(own, other), difference(again, own)];
    console.log(`| ${operation.name} | ${cells.join(' | ')} |`);
  }
} finally {
  await Promise.all(contenders.map(({ stop }) => stop()));
}

/** How much more the first one costs than the second one in the same round. */
function difference(one: readonly number[], other: readonly number[]): string {
  const percent = one.map((value, round) => (value / (other[round] ?? Number.NaN) - 1) * 100);
  return `${median(percent).toFixed(1)} %`;
}
