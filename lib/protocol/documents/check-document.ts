import type { ClientRecord } from '#lib/clients/client-record';
import { isTrustedDomain } from '#lib/clients/documents/domains';
import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { isJsonObject, jsonProblems, parseJson } from '#lib/vocabulary/json';
import { isOAuthError, type OAuthError, unauthorizedClient } from '../oauth-error';
import { describeClient } from '../registration/describe-client';
import { type Members, readMetadata } from '../registration/read-metadata';
import { substitute } from '../registration/substitute';

/** The maximum size of a document, in bytes. */
export const documentBytes = 5 * 1024;

/**
 * Members that a document must not have, because they contain a secret, or addresses that this server or a browser
 * calls.
 */
const refusedMembers = [
  'client_secret',
  'client_secret_expires_at',
  'post_logout_redirect_uris',
  'frontchannel_logout_uri',
  'backchannel_logout_uri',
  'sector_identifier_uri',
  'request_uris',
];

const methods: readonly unknown[] = ['none', 'private_key_jwt'];

type Circumstances = Pick<Context, 'settings' | 'snapshot'>;

/**
 * Reads the document at a client_id (OAuth Client ID Metadata Document §4). It is the metadata of a client and follows
 * the rules of registration, but what only a registration may have is refused.
 * @param former the client as it is stored, or a blank one
 * @returns the client that the document describes, or why it does not describe one
 */
export function checkDocument(text: string, former: ClientRecord, context: Circumstances): ClientRecord | OAuthError {
  const { clientId } = former;
  try {
    const members = readObject(text, clientId);
    checkMembers(members, clientId);
    const own = { ...members, redirect_uris: ownRedirectUris(members.redirect_uris, clientId, context) };
    // Values that are no longer in the document are removed. An operator's own settings stay.
    const current = { client: { ...former, scope: [] }, flows: null };
    const complete = { ...own, token_endpoint_auth_method: members.token_endpoint_auth_method ?? 'none' };
    const metadata = readMetadata(substitute(complete, current, context.snapshot.portal), current, context);
    const { record } = describeClient(metadata, current, context.snapshot);
    return { ...record, documentHash: sha256(text) };
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return error.code === 'unauthorized_client' ? error : unusable(error.description, clientId);
  }
}

function readObject(text: string, clientId: string): Members {
  const parsed = parseJson(text, { bytes: documentBytes, depth: 16, members: 1000 });
  if ('problem' in parsed) throw unusable(`it ${jsonProblems[parsed.problem]}`, clientId);
  const { value } = parsed;
  if (!isJsonObject(value)) throw unusable('it is not a JSON object', clientId);
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function checkMembers(members: Members, clientId: string): void {
  if (members.client_id !== clientId) {
    const received = typeof members.client_id === 'string' ? members.client_id : 'none';
    throw unauthorizedClient('document_mismatch', { clientId, received, registered: [clientId] });
  }
  const refused = refusedMembers.find((name) => name in members);
  if (refused !== undefined) throw unusable(`${refused}: not allowed in a metadata document`, clientId);
  if (typeof members.client_name !== 'string') throw unusable('client_name: expected a name', clientId);
  const method = members.token_endpoint_auth_method;
  if (method !== undefined && !methods.includes(method)) {
    throw unusable('token_endpoint_auth_method: expected none or private_key_jwt', clientId);
  }
}

/**
 * The redirect URIs that a document may have: https on its own origin, and programs on the person's computer. Others
 * are dropped. If none is left, the document is refused.
 */
function ownRedirectUris(listed: unknown, clientId: string, { snapshot }: Circumstances): readonly unknown[] {
  if (!Array.isArray(listed) || listed.length === 0) throw unusable('redirect_uris: expected a list', clientId);
  if (isTrustedDomain(clientId, snapshot.portal)) return listed;
  const { origin } = new URL(clientId);
  const own = listed.filter((uri) => !isForeign(uri, origin));
  if (own.length > 0) return own;
  const received = String(listed[0]).slice(0, 400);
  throw unauthorizedClient('document_redirect_foreign', { clientId, received, registered: [origin] });
}

function isForeign(uri: unknown, origin: string): boolean {
  if (typeof uri !== 'string' || !/^https:/i.test(uri)) return false;
  return !URL.canParse(uri) || new URL(uri).origin !== origin;
}

function unusable(reason: string, clientId: string): OAuthError {
  return unauthorizedClient('document_unusable', { clientId, name: reason.slice(0, 300), reason });
}
