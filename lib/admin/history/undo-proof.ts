import { isDeepStrictEqual } from 'node:util';
import { listChangesOf, type RecordedChange } from '#lib/audit/revision-store';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import { sectionProof } from '../access/action-proofs';
import type { NeededProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';
import { certificateNames } from '../clients/certificates/certificate-uses';

/**
 * Undoing a revision needs the proof of what it does (decision 021). It may delete an entry, or put back one that was
 * deleted, a secret or a key.
 */
export async function undoProof(number: number, { db }: Pick<AdminContext, 'db'>): Promise<NeededProof> {
  const changes = await listChangesOf(db, [number]);
  return changes.every(changesSettingsAlone) ? 'none' : 'sudo';
}

/** What authenticates a client or an API, or the program that manages a client. */
const credentials = [...secretKeys, 'token_endpoint_auth_method', 'jwks', 'jwks_uri', ...certificateNames];

/** Whether it only changed settings of a client or a scope, apart from its credentials. */
function changesSettingsAlone({ section, before, after }: RecordedChange): boolean {
  if (sectionProof(section) !== 'none' || before === null || after === null) return false;
  return credentials.every((key) => isDeepStrictEqual(before[key], after[key]));
}
