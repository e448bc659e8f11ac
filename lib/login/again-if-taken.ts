import { isUniqueViolation } from '#lib/db/transaction';

/** Repeats the work once if another request took a unique value meanwhile. The second attempt finds that value. */
export async function againIfTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}
