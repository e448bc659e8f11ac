import { X509Certificate } from 'node:crypto';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { RefusalFacts } from '#lib/explain/refusal';
import { findRegisteredKey } from '#lib/foreign-keys/registered-keys';
import type { ClientCertificate } from '#lib/http/client-certificate';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { hasAssertion } from '../assertion';
import { invalidClient, invalidRequest } from '../oauth-error';
import { findNameProblem } from './find-name-problem';

/** The methods of RFC 8705 §2. */
export const mtlsMethods = ['tls_client_auth', 'self_signed_tls_client_auth'] as const;

const methods: ReadonlySet<string> = new Set(mtlsMethods);

/** Whether the client authenticates with the certificate of its connection. */
export function usesCertificate({ tokenEndpointAuthMethod }: Pick<Client, 'tokenEndpointAuthMethod'>): boolean {
  return methods.has(tokenEndpointAuthMethod);
}

/**
 * Authenticates the client that `client_id` names by the certificate of the connection (RFC 8705 §2).
 * @throws invalid_request together with another method; invalid_client, which is the same for every other reason
 */
export async function authenticateByCertificate(
  request: HttpRequest,
  parameters: Parameters,
  { client, context }: { readonly client: Client; readonly context: Context },
): Promise<Client> {
  const hasOther = request.headers.authorization !== undefined || parameters.values.has('client_secret');
  if (hasOther || hasAssertion(parameters)) throw invalidRequest('authentication_methods_mixed');
  const problem = await findProblem(request, client, context);
  if (problem === null) return client;
  throw invalidClient('client_certificate_failed', { ...problem, clientId: client.clientId });
}

async function findProblem(request: HttpRequest, client: Client, context: Context): Promise<RefusalFacts | null> {
  const { clientCertificate: certificate = null } = request;
  if (!client.enabled) return { reason: 'client disabled' };
  if (certificate === null) return { reason: whyNoCertificate(request) };
  if (client.tokenEndpointAuthMethod === 'self_signed_tls_client_auth') {
    return findSelfSignedProblem(certificate, client, context);
  }
  if (!certificate.verified) return { reason: 'no authority of the server issued the certificate' };
  return findNameProblem(certificate.der, client);
}

/** What the operator reads about a request that should have had a certificate. */
export function whyNoCertificate({ isMtls = false, mtlsProblem }: HttpRequest): string {
  if (isMtls) return 'the connection has no client certificate';
  return `the request did not come to the mTLS origin: ${mtlsProblem ?? 'mTLS is off'}`;
}

/** RFC 8705 §2.2: only the client itself vouches for the certificate, through its keys. */
async function findSelfSignedProblem(
  { der }: ClientCertificate,
  client: Client,
  { settings, now }: Context,
): Promise<RefusalFacts | null> {
  const setting = client.jwksUri === null ? 'jwks' : 'jwks_uri';
  const isRegistered = await hasCertificate(der, client, { settings, now });
  if (isRegistered === null) return { reason: 'the keys of jwks_uri could not be fetched', setting };
  if (!isRegistered) return { reason: 'the certificate is not the first x5c of a key of the client', setting };
  const { validFrom, validTo } = new X509Certificate(der);
  const isCurrent = new Date(validFrom) <= now && now <= new Date(validTo);
  return isCurrent ? null : { reason: `the certificate is valid from ${validFrom} to ${validTo}` };
}

/** Null if the keys could not be fetched. */
async function hasCertificate(der: Buffer, client: Client, { settings, now }: Pick<Context, 'settings' | 'now'>) {
  try {
    const key = await findRegisteredKey(
      client,
      (keys) => keys.find(({ x5c: [leaf = ''] = [] }) => der.equals(Buffer.from(leaf, 'base64'))) ?? null,
      settings,
      now,
    );
    return key !== null;
  } catch {
    return null;
  }
}
