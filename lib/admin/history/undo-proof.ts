import { listChangesOf } from '#lib/audit/revision-store';
import { sectionProof } from '../access/action-proofs';
import type { NeededProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';

/** Undoing a revision needs the same proof as making the change. */
export async function undoProof(number: number, { db }: Pick<AdminContext, 'db'>): Promise<NeededProof> {
  const changes = await listChangesOf(db, [number]);
  return changes.every(({ section }) => sectionProof(section) === 'none') ? 'none' : 'sudo';
}
