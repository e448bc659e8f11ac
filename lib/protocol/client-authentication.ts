import type { Client, ClientSecret } from '#lib/clients/client';
import { verifySecret } from '#lib/crypto/client-secret';
import { decodeComponent, type Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Context } from './context';
import { invalidClient, invalidRequest } from './oauth-error';

/** What discovery announces. A client with a secret may use basic or post, whichever it registered. */
export const clientAuthenticationMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

const maximumLength = 100;

type Credentials = { readonly clientId: string; readonly secret: string | null };

/**
 * Authenticates the client of a back-channel request (RFC 6749 §2.3).
 * @returns the enabled client; a confidential one has proved its secret
 * @throws invalid_request when two methods are mixed; invalid_client, the same for an unknown or disabled client, a
 * missing, wrong or expired secret, and a secret sent by a public client
 */
export function authenticateClient(request: HttpRequest, parameters: Parameters, context: Context): Client {
  const credentials = readCredentials(request, parameters);
  const client = context.snapshot.clients.get(credentials.clientId);
  const isPublic = client?.tokenEndpointAuthMethod === 'none';
  const proved = isPublic
    ? credentials.secret === null
    : verifyAny(client?.secrets ?? [], credentials.secret, context.now);
  if (client === undefined || !client.enabled || !proved) {
    throw invalidClient('Client authentication failed', refusalDetail(client, credentials));
  }
  return client;
}

function readCredentials(request: HttpRequest, parameters: Parameters): Credentials {
  const bodyId = parameters.values.get('client_id');
  const bodySecret = parameters.values.get('client_secret');
  const header = request.headers.authorization;
  if (header === undefined) {
    if (bodyId === undefined) throw invalidClient('Client authentication is missing');
    return checkLengths({ clientId: bodyId, secret: bodySecret ?? null });
  }
  const basic = parseBasic(header);
  if (bodySecret !== undefined) throw invalidRequest('Only one client authentication method may be used');
  if (bodyId !== undefined && bodyId !== basic.clientId) {
    throw invalidRequest('The client_id differs from the one in the Authorization header');
  }
  return checkLengths(basic);
}

/** RFC 6749 §2.3.1: both halves are form-encoded before base64. Everything malformed fails the same way. */
function parseBasic(header: string): Credentials {
  const encoded = /^basic ([a-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) throw invalidClient('The Authorization header is not Basic');
  const decoded = decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = decoded?.indexOf(':') ?? -1;
  if (decoded === null || colon === -1) throw invalidClient('The Basic credentials are malformed');
  const clientId = decodeComponent(decoded.slice(0, colon));
  const secret = decodeComponent(decoded.slice(colon + 1));
  if (clientId === null || secret === null) throw invalidClient('The Basic credentials are malformed');
  return { clientId, secret: secret === '' ? null : secret };
}

function decodeUtf8(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? null : text;
}

function checkLengths(credentials: Credentials): Credentials {
  if (credentials.clientId.length > maximumLength || (credentials.secret?.length ?? 0) > maximumLength) {
    throw invalidClient('Client authentication failed');
  }
  return credentials;
}

/** True when any unexpired secret matches. An unknown client costs the same comparison. */
function verifyAny(secrets: readonly ClientSecret[], presented: string | null, now: Date): boolean {
  if (presented === null) return false;
  if (secrets.length === 0) return verifySecret(null, presented);
  return secrets.some(
    ({ hash, expiresAt }) => (expiresAt === null || expiresAt > now) && verifySecret(hash, presented),
  );
}

function refusalDetail(client: Client | undefined, { secret }: Credentials): string {
  if (client === undefined) return 'unknown client';
  if (!client.enabled) return 'client disabled';
  if (client.tokenEndpointAuthMethod === 'none') return 'a public client sent a secret';
  return secret === null ? 'no secret' : 'wrong or expired secret';
}
