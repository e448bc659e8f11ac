import type { Client } from '#lib/clients/client';
import { needsSecret } from '#lib/clients/registration/metadata';
import type { Context } from '#lib/context';
import type { StoredSecret } from '#lib/db/staged-rows';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { hasAssertion } from './assertion';
import { authenticateByAssertion } from './client-assertion';
import { type Credentials, describeUnencoded, findMatching, readCredentials } from './credentials';
import { authenticateByCertificate, mtlsMethods, usesCertificate } from './mtls/authenticate-by-certificate';
import { invalidClient } from './oauth-error';
import { proveSecret } from './prove-secret';
import { recordClientUse } from './record-use';

/** A client with a secret may use basic or post, regardless of which one it registered. */
const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

/** The methods that discovery announces. */
export function clientAuthenticationMethods({ mtls }: Context['settings']): readonly string[] {
  return mtls === null ? methods : [...methods, ...mtlsMethods];
}

/**
 * Authenticates the client of a back-channel request (RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2).
 * @returns the enabled client; a confidential client has proved its secret, or its registered key or certificate
 * @throws invalid_request if two methods are mixed; invalid_client, which is the same for an unknown or disabled
 * client, a missing, wrong or expired secret, a secret from a public client, an invalid assertion, and a certificate of
 * somebody else; temporarily_unavailable with 429 after too many wrong secrets
 */
export async function authenticateClient(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Client> {
  const named = context.snapshot.clients.get(parameters.values.get('client_id') ?? '');
  if (named !== undefined && usesCertificate(named)) {
    return authenticateByCertificate(request, parameters, { client: named, context });
  }
  if (hasAssertion(parameters)) return authenticateByAssertion(request, parameters, context);
  const credentials = readCredentials(request, parameters);
  const client = context.snapshot.clients.get(credentials.id);
  const proved = await isProved(credentials, client, request.clientAddress, context);
  if (client === undefined || !client.enabled || !proved) {
    const { clients } = context.snapshot;
    const find = (id: string) => (clients.get(id)?.enabled ? usableSecrets(clients.get(id)) : null);
    const reason = describeUnencoded(credentials, find, context.now) ?? refusalReason(client, credentials);
    throw invalidClient('client_authentication_failed', { reason, clientId: credentials.id });
  }
  return client;
}

async function isProved(
  { id, secret }: Credentials,
  client: Client | undefined,
  clientAddress: string,
  context: Context,
): Promise<boolean> {
  if (client?.tokenEndpointAuthMethod === 'none') return secret === null;
  if (secret === null) return false;
  const presented = { kind: 'client', id, secret, clientAddress } as const;
  const usable = usableSecrets(client);
  const used = await proveSecret(presented, () => findMatching(usable, secret, context.now), context);
  if (used === undefined) return false;
  recordClientUse({ clientId: id }, { secret: [used.id] }, context);
  return true;
}

/**
 * A client that registered a key or a certificate cannot use a weaker method, even if it still has secrets (RFC 7591
 * §2).
 */
function usableSecrets(client: Client | undefined): readonly StoredSecret[] {
  return client === undefined || !needsSecret(client) ? [] : client.secrets;
}

function refusalReason(client: Client | undefined, { secret }: Credentials): string {
  if (client === undefined) return 'unknown client';
  if (!client.enabled) return 'client disabled';
  if (client.tokenEndpointAuthMethod === 'none') return 'a public client sent a secret';
  if (!needsSecret(client)) return `the client registered ${client.tokenEndpointAuthMethod}`;
  return secret === null ? 'no secret' : 'wrong or expired secret';
}
