import { verifySecret } from '#lib/crypto/client-secret';
import { decodeComponent, type Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { maximumSecretLength } from '#lib/vocabulary/secret';
import { invalidClient, invalidRequest } from './oauth-error';

/** A presented name and secret, of a client or, at the introspection endpoint, of a resource scope. */
export type Credentials = {
  readonly id: string;
  readonly secret: string | null;
  /** The values of the Basic header before form-decoding, if decoding changed them. Used only to explain a refusal. */
  readonly undecoded: { readonly id: string; readonly secret: string } | null;
};

/** A stored secret, of a client or of a scope. */
type StoredSecret = { readonly hash: string; readonly expiresAt: Date | null };

/**
 * The credentials in the Authorization header or in the form body (RFC 6749 §2.3.1). Never in the query.
 * @throws invalid_request if both are used; invalid_client if there are none, or they cannot be valid
 */
export function readCredentials(request: HttpRequest, parameters: Parameters): Credentials {
  const bodyId = parameters.values.get('client_id');
  const bodySecret = parameters.values.get('client_secret');
  const header = request.headers.authorization;
  if (header === undefined) {
    if (bodyId === undefined) throw invalidClient('client_authentication_missing');
    return checkLengths({ id: bodyId, secret: bodySecret ?? null, undecoded: null });
  }
  const basic = parseBasic(header);
  if (bodySecret !== undefined) throw invalidRequest('authentication_methods_mixed');
  if (bodyId !== undefined && bodyId !== basic.id) {
    throw invalidRequest('client_id_differs');
  }
  return checkLengths(basic);
}

/** Finds the unexpired secret that was presented. Without any secret, the comparison costs the same. */
export function findMatching<Secret extends StoredSecret>(
  secrets: readonly Secret[],
  presented: string,
  now: Date,
): Secret | undefined {
  if (secrets.length === 0) verifySecret(null, presented);
  return secrets.find(
    ({ hash, expiresAt }) => (expiresAt === null || expiresAt > now) && verifySecret(hash, presented),
  );
}

/**
 * Explains credentials of the Basic header that would match without form-decoding, because the caller forgot to encode
 * them. The response does not reveal it, and the credentials stay refused.
 * @param find finds the secrets of a name; null if the name is unknown
 */
export function describeUnencoded(
  { undecoded }: Credentials,
  find: (id: string) => readonly StoredSecret[] | null,
  now: Date,
): string | null {
  if (undecoded === null) return null;
  const secrets = find(undecoded.id);
  if (secrets === null || findMatching(secrets, undecoded.secret, now) === undefined) return null;
  return 'the client_id and secret in the Basic header are not form-encoded, but match as sent (RFC 6749 section 2.3.1)';
}

/** RFC 6749 §2.3.1: both parts are form-encoded before base64. All malformed headers fail in the same way. */
function parseBasic(header: string): Credentials {
  const encoded = /^basic +([a-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) throw invalidClient('authorization_not_basic');
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  // In place of bytes that are not UTF-8.
  if (decoded.includes('\ufffd') || !decoded.includes(':')) throw invalidClient('basic_malformed');
  const colon = decoded.indexOf(':');
  const sent = { id: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
  const id = decodeComponent(sent.id);
  const secret = decodeComponent(sent.secret);
  if (id === null || secret === null) throw invalidClient('basic_malformed');
  const isChanged = id !== sent.id || secret !== sent.secret;
  return { id, secret: secret === '' ? null : secret, undecoded: isChanged ? sent : null };
}

function checkLengths(credentials: Credentials): Credentials {
  const { id: clientId, secret } = credentials;
  if (isLongerThanClientId(clientId)) refuseTooLong('the client_id is too long', clientId);
  // A configuration file may have the hash of a longer one, and nothing shows the length behind a hash before this.
  if (secret !== null && secret.length > maximumSecretLength) {
    refuseTooLong(
      `the secret has more than ${maximumSecretLength} characters, so it cannot match a stored hash`,
      clientId,
    );
  }
  return credentials;
}

function refuseTooLong(reason: string, clientId: string): never {
  throw invalidClient('client_authentication_failed', { reason, clientId });
}
