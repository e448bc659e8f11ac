import { isDeepStrictEqual } from 'node:util';
import { stateAfter } from '#lib/clients/agents/self-description';
import { blankClient, type ClientRecord } from '#lib/clients/client-record';
import { clientTable, findClient, noteDocument } from '#lib/clients/client-store';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { servedAlgs } from '#lib/clients/served-algs';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { listStillRemoved } from '#lib/db/removal';
import { bumpRevision } from '#lib/db/revision';
import { endClientAccess, forgetConsentsOf } from '#lib/db/revoke-grants';
import { transaction } from '#lib/db/transaction';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { networkKey } from '#lib/ratelimit/address-key';
import { singleton } from '#lib/singleton';
import { isOAuthError, type OAuthError, temporarilyUnavailable } from '../oauth-error';
import { findNoPlace } from '../registration/find-no-place';
import { recordRegistration } from '../registration/record-registration';
import { checkDocument } from './check-document';
import { recordFresh } from './document-need';
import { fetchDocument } from './fetch-document';

/** The signed-in person for whom a document is fetched. */
export type ForPerson = { readonly sub: string; readonly clientAddress: string };

type Resolution = { readonly sub: string; readonly outcome: Promise<OAuthError | null> };

/**
 * Fetches the document at a client_id and stores the client that it describes. Concurrent requests for one address
 * share a fetch.
 * @returns null once the client is stored, otherwise why there is none
 */
export async function resolveDocument(
  clientId: string,
  person: ForPerson,
  context: Context,
): Promise<OAuthError | null> {
  const running = singleton('document-resolutions', () => new Map<string, Resolution>());
  for (;;) {
    const found = running.get(clientId);
    if (found === undefined) break;
    const outcome = await found.outcome;
    // The limit that another person has reached does not apply to this person.
    if (outcome?.rule !== 'documents_spent' || found.sub === person.sub) return outcome;
  }
  const outcome = resolve(clientId, person, context).finally(() => running.delete(clientId));
  running.set(clientId, { sub: person.sub, outcome });
  return outcome;
}

async function resolve(
  clientId: string,
  { sub, clientAddress }: ForPerson,
  context: Context,
): Promise<OAuthError | null> {
  const fetched = await fetchDocument({ clientId, sub }, context);
  if (isOAuthError(fetched)) return fetched;
  const former = (await findClient(context.db, clientId))?.record ?? newClient(clientId);
  const describe = (client: ClientRecord) => checkDocument(fetched.text, client, context);
  const expiresAt = new Date(context.now.getTime() + fetched.freshSeconds * 1000);
  const refused = await storeDocument({ describe, former, expiresAt, clientAddress }, context);
  if (refused !== null) return refused;
  recordFresh(clientId, expiresAt);
  return null;
}

function newClient(clientId: string) {
  return { ...blankClient(clientId), selfRegistered: true };
}

/** What was granted to a deleted client is removed within minutes. */
const removalRetrySeconds = 60;

type NewDocument = {
  /** Returns the described client, with the operator's settings of the given one. */
  readonly describe: (former: ClientRecord) => ClientRecord | OAuthError;
  /** The stored client, or a blank one. */
  readonly former: ClientRecord;
  readonly expiresAt: Date;
  /** The address of the person for whom it was fetched. */
  readonly clientAddress: string;
};

/**
 * Stores the client that a document describes. Of several concurrent requests, the first one creates it. A client that
 * an operator vouches for is not changed.
 * @returns null once it is stored, otherwise why it is not: `registrations_full`, `registrations_of_network_full` or
 * `client_being_removed`, or a problem of the document
 */
export async function storeDocument(
  { describe, former: read, expiresAt, clientAddress }: NewDocument,
  context: Context,
): Promise<OAuthError | null> {
  const { db, settings, now } = context;
  const { clientId } = read;
  const record = describe(read);
  if (isOAuthError(record)) return record;
  const stored = (await findClient(db, clientId))?.record ?? null;
  if (stored !== null && isSame(stored, record)) {
    await noteDocument(db, clientId, expiresAt);
    return null;
  }
  await ensureKeys(db, settings.secret, servedAlgs(record), now);
  const request = { clientAddress };
  return transaction(db, async (tx) => {
    await bumpRevision(tx);
    const former = (await findClient(tx, clientId))?.record ?? null;
    if (former === null) {
      // What was granted to the deleted client of this document is still being removed.
      if ((await listStillRemoved(tx, 'client', [clientId])).has(clientId)) {
        return temporarilyUnavailable('client_being_removed', removalRetrySeconds);
      }
      const registrantNetwork = networkKey(clientAddress);
      const described = { ...record, documentExpiresAt: expiresAt, registrantNetwork };
      const full = await findNoPlace(tx, registrantNetwork);
      if (full !== null) return full;
      await clientTable.create(db.prepared.dialect, [described], { now })(tx);
      await recordRegistration(tx, { type: 'client.created', record: described, request, context });
      return null;
    }
    if (!isDocumentClient(former)) return null;
    // An operator may have changed the client since it was read. The operator's settings stay.
    const described = describe(former);
    if (isOAuthError(described)) return described;
    const next = { ...described, documentExpiresAt: expiresAt, agentState: stateAfter(former, described) };
    await clientTable.update(db.prepared.dialect, [{ former, record: next }], { now })(tx);
    await endWhatWasGranted(tx, former, next, now);
    await recordRegistration(tx, { type: 'client.document_changed', record: next, former, request, context });
    return null;
  });
}

/**
 * People agreed to a client with another name or address, or with other requests. If the keys differ, another program
 * holds the tokens.
 */
async function endWhatWasGranted(tx: Transaction, former: ClientRecord, next: ClientRecord, now: Date): Promise<void> {
  const differs = (...names: (keyof ClientRecord)[]) =>
    names.some((name) => !isDeepStrictEqual(former[name], next[name]));
  const hasOtherKeys = differs('tokenEndpointAuthMethod', 'jwks', 'jwksUri');
  if (hasOtherKeys) await endClientAccess(tx, former.clientId, { reason: 'document_changed', now });
  else if (differs('redirectUris', 'clientName', 'scope')) await forgetConsentsOf(tx, former.clientId, now);
}

function isSame(stored: ClientRecord, record: ClientRecord): boolean {
  const { documentExpiresAt: _, ...before } = stored;
  const { documentExpiresAt: __, ...after } = record;
  return isDeepStrictEqual(before, after);
}
