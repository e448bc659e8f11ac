import { z } from 'zod';
import { findTargetProblem, type OutboundPolicy } from '#lib/outbound/check-target';
import { sendRequest } from '#lib/outbound/send-request';
import { isJsonObject, readJson } from '#lib/vocabulary/json';
import { UpstreamError } from './upstream-error';

const address = z.string().max(2000);
const words = z.array(z.string().max(200)).max(200);

/** The members of OpenID Provider Metadata (Discovery §3, RFC 9207 §3, RP-Initiated Logout §2.1) that are used. */
const metadataSchema = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.exactOptional(),
  end_session_endpoint: address.exactOptional(),
  token_endpoint_auth_methods_supported: words.exactOptional(),
  id_token_signing_alg_values_supported: words.exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
});

export type ProviderMetadata = z.infer<typeof metadataSchema>;

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;

/**
 * Fetches a provider's metadata (OpenID Connect Discovery §4).
 * @throws OutboundError if there is no answer
 * @throws UpstreamError `unavailable` for a 5xx, `misconfigured` for a document that this issuer may not publish
 */
export async function fetchMetadata(
  { issuer, allowedTenants }: IssuerRules & { readonly issuer: string },
  policy: OutboundPolicy,
): Promise<ProviderMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await sendRequest(
    { method: 'GET', url, headers: { accept: 'application/json' } },
    { policy, cause: 'provider' },
  );
  if (status >= 500) throw new UpstreamError('unavailable', `discovery answered ${status}`);
  if (status !== 200) throw new UpstreamError('misconfigured', `discovery answered ${status}`);
  return checkMetadata(parse(body), (theirs) => isIssuer(theirs, issuer, allowedTenants), policy);
}

function parse(body: string): unknown {
  try {
    return readJson(body);
  } catch (cause) {
    throw new UpstreamError('misconfigured', 'the discovery document is not valid JSON', { cause });
  }
}

/** The part of an issuer that many tenants share, as Microsoft Entra ID publishes it. */
const tenantPlace = '{tenantid}';

/** The tenants whose issuers are accepted. With none, the configured issuer alone. */
export type IssuerRules = { readonly allowedTenants: readonly string[] };

/** The issuers whose tokens are accepted: that of the metadata, or that of each allowed tenant. */
export function issuersOf({ issuer }: Pick<ProviderMetadata, 'issuer'>, { allowedTenants }: IssuerRules): string[] {
  return issuer.includes(tenantPlace) ? allowedTenants.map((tenant) => issuer.replace(tenantPlace, tenant)) : [issuer];
}

/**
 * The published issuer equals the configured one (Discovery §4.3). Where tenants are allowed, it may also have a place for
 * the tenant, on the same origin.
 */
function isIssuer(published: string, configured: string, allowedTenants: readonly string[]): boolean {
  if (published === configured) return !published.includes(tenantPlace);
  if (allowedTenants.length === 0 || published.split(tenantPlace).length !== 2) return false;
  return URL.canParse(published) && new URL(published).origin === new URL(configured).origin;
}

/** A null is like a member that is absent. */
function withoutNull(document: unknown): unknown {
  if (!isJsonObject(document)) return document;
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}

/** The endpoints must be allowed. */
function checkMetadata(
  document: unknown,
  isExpected: (issuer: string) => boolean,
  policy: OutboundPolicy,
): ProviderMetadata {
  const parsed = metadataSchema.safeParse(withoutNull(document));
  if (!parsed.success) {
    throw new UpstreamError('misconfigured', 'the discovery document is incomplete', { cause: parsed.error });
  }
  const metadata = parsed.data;
  if (!isExpected(metadata.issuer)) {
    throw new UpstreamError('misconfigured', `the discovery document belongs to ${metadata.issuer.slice(0, 200)}`);
  }
  for (const name of endpoints) {
    const endpoint = metadata[name];
    const problem = endpoint === undefined ? null : findTargetProblem(endpoint, policy);
    if (problem !== null) throw new UpstreamError('misconfigured', `${name} ${problem}`);
  }
  return metadata;
}

/** Only asymmetric signatures: a key that the provider shares with us proves nothing. */
const signatures = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/;

/** The algorithms for ID tokens in the provider's metadata (OpenID Connect Discovery §3). */
export function signatureAlgorithms(metadata: ProviderMetadata): readonly string[] {
  return (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => signatures.test(name));
}
