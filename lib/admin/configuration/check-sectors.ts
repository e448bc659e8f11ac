import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { findClient } from '#lib/clients/client-store';
import { findSectorProblem } from '#lib/clients/sector/check-sector-document';
import type { EntryChange } from '#lib/config/change';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';

const sectorClient = z.object({
  subject_type: z.literal('pairwise'),
  sector_identifier_uri: z.string(),
  redirect_uris: z.array(z.string()),
});

/**
 * Fetches the documents at `sector_identifier_uri` of clients whose addresses change. Applying a file does not do this,
 * because it uses no network.
 * @param authorize runs before anything is fetched. If it throws, everything stops
 * @throws AdminError `invalid` at the field if a document does not list every redirect URI
 */
export async function checkSectors(
  { db, settings }: AdminContext,
  edits: readonly EntryChange[],
  authorize: () => Promise<void>,
): Promise<void> {
  for (const { section, key, entry } of edits) {
    const { data: client } = sectorClient.safeParse(section === 'clients' ? entry : null);
    if (client === undefined) continue;
    const { sector_identifier_uri: uri, redirect_uris: redirectUris } = client;
    const former = (await findClient(db, key))?.record;
    const wasChecked = former?.subjectType === 'pairwise' && former.sectorIdentifierUri === uri;
    if (wasChecked && isDeepStrictEqual(former.redirectUris, redirectUris)) continue;
    await authorize();
    const reason = await findSectorProblem(uri, redirectUris, settings);
    if (reason === null) continue;
    const problem = { field: 'sector_identifier_uri', code: 'sector_document', message: reason, facts: { reason } };
    throw new AdminError('invalid', reason, [problem]);
  }
}
