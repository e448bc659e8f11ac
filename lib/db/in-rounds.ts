/** The number of rows that a statement reads. The driver of SQLite lets requests in only between statements. */
const roundSize = 500;

/**
 * Reads a table in the order of a unique column, a round at a time.
 * @param read the next rows after a key; '' is before every key
 */
export async function* inRounds<Row>(
  read: (after: string, take: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read(after, roundSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < roundSize) return;
    after = keyOf(last);
  }
}
