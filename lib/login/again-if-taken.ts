import { isUniqueViolation } from '#lib/db/transaction';

/** Does the work once more if another request took meanwhile what has to be unique: it finds what that one wrote. */
export async function againIfTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}
