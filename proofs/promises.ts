/** One line of a proof's table. */
export type Promised = {
  /** The promise as a sentence: "A code is redeemed once". */
  readonly promise: string;
  /** The number of attempts with the unit: "300 codes × 16 requests". */
  readonly tried: string;
  /** One line for each time it did not hold. */
  readonly broken: readonly string[];
  /** A measurement, if nothing is promised: "12 lost". */
  readonly measured?: string;
};

const shownOfEach = 5;

/**
 * Prints the table of a proof, then what broke each promise. Sets exit code 1 if a promise was broken or none was
 * tried.
 * @param title the name of the proof, for example "Races: two server processes on one PostgreSQL"
 */
export function reportPromises(title: string, promises: readonly Promised[]): void {
  const rows = promises.map(({ promise, tried, broken, measured = 'kept' }) => [
    promise,
    tried,
    broken.length === 0 ? measured : `broken ${broken.length} times`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log(`\n${title}\n\n${lines.map((line) => line.trimEnd()).join('\n')}\n`);
  for (const { promise, broken } of promises) {
    if (broken.length === 0) continue;
    console.log(`${promise}:`);
    for (const line of broken.slice(0, shownOfEach)) console.log(`  ${line}`);
    if (broken.length > shownOfEach) console.log(`  and ${broken.length - shownOfEach} more`);
  }
  if (promises.length === 0 || promises.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
}
