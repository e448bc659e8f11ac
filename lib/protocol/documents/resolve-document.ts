import { blankClient } from '#lib/clients/blank-client';
import type { ClientRecord } from '#lib/clients/client-record';
import { findClient } from '#lib/clients/client-store';
import type { Context } from '#lib/context';
import { singleton } from '#lib/singleton';
import { isOAuthError, type OAuthError } from '../oauth-error';
import { checkDocument } from './check-document';
import { noteFresh } from './document-need';
import { fetchDocument } from './fetch-document';
import { storeDocument } from './store-document';

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
  noteFresh(clientId, expiresAt);
  return null;
}

function newClient(clientId: string) {
  return { ...blankClient(clientId), selfRegistered: true };
}
