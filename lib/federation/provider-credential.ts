import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from 'openid-client';
import type { IdentityProvider } from '#lib/providers/provider';
import type { ProviderMetadata } from './provider-metadata';

/** Apple takes six months. A secret is made for each request, so it needs no longer life than that takes. */
const lifetimeSeconds = 300;

type Credential = Pick<
  IdentityProvider,
  'clientId' | 'clientSecret' | 'teamId' | 'keyId' | 'tokenEndpointAuthMethod'
> & {
  /** It accepts the secret in the form, regardless of its metadata. */
  readonly postsSecret: boolean;
};

/**
 * How we authenticate at a provider: as the setting says, otherwise as its metadata does, otherwise with HTTP Basic
 * (OpenID Connect Discovery §3).
 */
export function authenticationFor(credential: Credential, metadata: ProviderMetadata, now: Date): ClientAuth {
  const { clientSecret } = credential;
  if (clientSecret === null) return None();
  const sends = methodOf(credential, metadata) === 'client_secret_basic' ? ClientSecretBasic : ClientSecretPost;
  const { teamId, keyId } = credential;
  if (teamId === null || keyId === null) return sends(clientSecret);
  return async (server, client, body, headers) => {
    const secret = await signSecret({ ...credential, teamId, keyId, privateKey: clientSecret }, metadata, now);
    return sends(secret)(server, client, body, headers);
  };
}

function methodOf({ tokenEndpointAuthMethod: method, postsSecret }: Credential, metadata: ProviderMetadata): string {
  if (method !== null) return method;
  if (postsSecret) return 'client_secret_post';
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** The secret of a client at Apple: a JWT of its team, signed with the team's key, about the client. */
async function signSecret(
  { clientId, teamId, keyId, privateKey }: Record<'clientId' | 'teamId' | 'keyId' | 'privateKey', string>,
  { issuer }: ProviderMetadata,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds)
    .sign(createPrivateKey(privateKey));
}
