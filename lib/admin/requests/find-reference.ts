import { findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import type { AdminContext } from '../admin-context';

/** A reference that a person pasted in place of another ID. @returns null if no refused request has it */
export async function findReference({ db }: AdminContext, typed: string | null): Promise<string | null> {
  const reference = typed === null ? null : parseReference(typed);
  if (reference === null) return null;
  return (await findExplanation(db, reference))?.reference ?? null;
}
