/** The number of rows in a statement. Compiling a larger statement takes longer than compiling several small ones. */
const batchSize = 100;

/** Splits rows for `createMany` into batches. No batch for no rows. */
export function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  for (let start = 0; start < rows.length; start += batchSize) batches.push(rows.slice(start, start + batchSize));
  return batches;
}
