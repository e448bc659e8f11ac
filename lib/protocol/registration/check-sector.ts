import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '#lib/clients/client-record';
import { findSectorProblem } from '#lib/clients/sector/check-sector-document';
import { sectorOf } from '#lib/clients/sector/sector-of';
import type { Transaction } from '#lib/db/database';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { hasGrants } from '#lib/tokens/grant-store';
import { invalidClientMetadata } from '../oauth-error';

type Sector = Pick<ClientRecord, 'sectorIdentifierUri' | 'redirectUris'>;

/**
 * Fetches the document at `sector_identifier_uri`, for a new client and if its addresses change (OpenID Connect Dynamic
 * Client Registration §5).
 * @throws invalid_client_metadata if it does not list every redirect URI
 */
export async function checkSectorDocument(
  client: Sector,
  former: Sector | null,
  policy: OutboundPolicy,
): Promise<void> {
  const { sectorIdentifierUri: uri, redirectUris } = client;
  if (uri === null) return;
  const isKnown = former?.sectorIdentifierUri === uri && isDeepStrictEqual(former.redirectUris, redirectUris);
  const problem = isKnown ? null : await findSectorProblem(uri, redirectUris, policy);
  if (problem !== null) throw invalidClientMetadata('metadata_unusable', { name: `sector_identifier_uri: ${problem}` });
}

/**
 * Makes sure that the subjects a client sees do not change while it has grants of people.
 * @throws invalid_client_metadata
 */
export async function checkKeptSubjects(
  tx: Transaction,
  former: ClientRecord,
  described: ClientRecord,
  now: Date,
): Promise<void> {
  const isSame = subjectsOf(former) === subjectsOf(described);
  if (isSame || !(await hasGrants(tx, former.clientId, now))) return;
  const name =
    'subject_type: users have given this client access; another type or sector would change their identifiers';
  throw invalidClientMetadata('metadata_unusable', { name });
}

function subjectsOf(client: ClientRecord): string | null {
  return client.subjectType === 'public' ? '' : sectorOf(client);
}
