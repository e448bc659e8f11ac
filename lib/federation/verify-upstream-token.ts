import { type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { listProviderKeys, verifyByRemoteKeys } from '#lib/foreign-keys/remote-key-set';
import { type IssuerRules, issuersOf, type ProviderMetadata, signatureAlgorithms } from './provider-metadata';
import type { UpstreamEnvironment } from './upstream';
import { UpstreamError } from './upstream-error';

/** The tolerated difference between the provider's clock and ours, in seconds. */
export const toleranceSeconds = 30;

/** Whose tokens are accepted, and for whom. */
export type TokenRules = IssuerRules & { readonly metadata: ProviderMetadata; readonly clientId: string };

/**
 * Verifies a token of a provider with its published keys, and fetches them again if the key is unknown or does not fit
 * (OpenID Connect Core §3.1.3.7, §10.1.1). Keys, key addresses and certificates in its header are ignored.
 * @param options what this kind of token needs besides signature, issuer and audience
 * @throws the errors of jose, or an error whose cause says why the keys could not be fetched; UpstreamError `response`
 * for a key of another tenant
 */
export async function verifyUpstreamToken(
  token: string,
  { metadata, clientId, allowedTenants }: TokenRules,
  options: Pick<JWTVerifyOptions, 'maxTokenAge' | 'requiredClaims'>,
  { policy, now }: UpstreamEnvironment,
): Promise<JWTVerifyResult> {
  const issuers = issuersOf(metadata, { allowedTenants });
  const expected = {
    ...options,
    issuer: issuers,
    audience: clientId,
    algorithms: [...signatureAlgorithms(metadata)],
    currentDate: now,
    clockTolerance: toleranceSeconds,
  };
  const { jwks_uri: uri } = metadata;
  const verified = await verifyByRemoteKeys(uri, (keys) => jwtVerify(token, keys, expected), policy, now);
  // Tenants that share a key set do not all share each key: the personal accounts of Microsoft have their own.
  if (!issuers.includes(metadata.issuer)) {
    checkSigner(verified, await listProviderKeys(uri, policy, now), allowedTenants);
  }
  return verified;
}

/** A key that is published with an `issuer`, as Microsoft Entra ID does it, signs for that one alone. */
function checkSigner(
  { payload: { iss }, protectedHeader: { kid } }: JWTVerifyResult,
  keys: Awaited<ReturnType<typeof listProviderKeys>>,
  allowedTenants: readonly string[],
): void {
  const isOthers = (issuer: string) => !issuersOf({ issuer }, { allowedTenants }).some((one) => one === iss);
  const used = keys.filter((key) => kid === undefined || key.kid === kid);
  if (used.some(({ issuer }) => issuer !== undefined && isOthers(issuer))) {
    throw new UpstreamError('response', 'the key of the signature belongs to another issuer');
  }
}
