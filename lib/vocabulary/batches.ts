/** The number of rows in a statement: compiling a larger one takes longer than its parts together. */
const batchSize = 100;

/** Cuts rows for `createMany` into batches; none for no rows. */
export function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  for (let start = 0; start < rows.length; start += batchSize) batches.push(rows.slice(start, start + batchSize));
  return batches;
}
