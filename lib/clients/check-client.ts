import type { z } from 'zod';
import { checkEncryption, type RegisteredEncryption } from '#lib/foreign-keys/encryption-key';
import { refuse } from '#lib/vocabulary/entry';
import { type CamelKeys, camelCase } from '#lib/vocabulary/keys';
import { profileNames } from '#lib/vocabulary/security-profile';
import { applicationTypeOf, redirectUriProblem } from './redirect-uri';
import { grantsFor } from './response-type';
import { sectorOf } from './sector/sector-of';
import { findContradictions, type Lockable, lockClient } from './security-profile/lock-client';
import { clientSettings } from './settings';

/** The values of a client that the rules read, by our own names. */
type Checked = Lockable &
  Pick<
    Values,
    | (
        | 'selfRegistered'
        | 'agentState'
        | 'subjectType'
        | 'sectorIdentifierUri'
        | 'postLogoutRedirectUris'
        | 'grantTypes'
      )
    | ('tokenEndpointAuthMethod' | 'requirePkce' | 'jwks' | 'jwksUri' | 'requireSignedRequestObject')
    | ('dpopBoundAccessTokens' | 'tlsClientCertificateBoundAccessTokens' | 'userinfoSignedResponseAlg')
    | `${'idToken' | 'authorization' | 'userinfo'}EncryptedResponse${'Alg' | 'Enc'}`
    | `requestObjectEncryption${'Alg' | 'Enc'}`
  > & { readonly clientSecrets: readonly unknown[]; readonly responseTypes: readonly string[] };

type Values = CamelKeys<{
  readonly [Key in keyof typeof clientSettings]: z.output<(typeof clientSettings)[Key]['schema']>;
}>;

type Context = z.core.$RefinementCtx<unknown>;

/** The rules that involve several keys of a client. Each issue is reported at the key to change. */
export function checkClient(client: Checked, context: Context): void {
  checkBlock(client, context);
  checkRedirects(client, context);
  checkFlows(client, context);
  checkSector(client, context);
  checkProfile(client, context);
  const inForce = lockClient(client, 'none');
  checkKeys(inForce, context);
  checkEncryptions(inForce, context);
  checkCertificateName(inForce, context);
  if (inForce.tokenEndpointAuthMethod === 'none') checkPublic(inForce, context);
  else checkCredentials(inForce, context);
}

/** Before a client can be reviewed, its block must be lifted. */
function checkBlock({ selfRegistered, agentState }: Checked, context: Context): void {
  if (selfRegistered || agentState !== 'blocked') return;
  refuse(context, ['self_registered'], 'agent_blocked', 'the client is blocked; unblock it first');
}

function checkProfile(client: Checked, context: Context): void {
  for (const { path, lock, profile } of findContradictions(client, 'none')) {
    const { requirement, source } = lock;
    const name = profileNames[profile];
    refuse(context, path, 'security_profile', `${requirement} Required by ${name} (${source})`, {
      requirement,
      profile: name,
    });
  }
}

function checkRedirects(client: Checked, context: Context): void {
  const native = applicationTypeOf(client) === 'native';
  const isVouchedFor = !client.selfRegistered;
  const lists = [
    // Whether the portal allows a scheme is checked when it is used, because the list may change.
    ['redirect_uris', client.redirectUris, { native, isVouchedFor, purpose: 'redirect', schemes: 'any' }],
    ['post_logout_redirect_uris', client.postLogoutRedirectUris, { native, isVouchedFor, purpose: 'post_logout' }],
  ] as const;
  for (const [key, uris, use] of lists) {
    for (const [index, uri] of uris.entries()) {
      const problem = redirectUriProblem(uri, use);
      if (problem) refuse(context, [key, index], problem.code, problem.message, problem.facts);
    }
  }
}

/**
 * OpenID Connect Core §8.1: if there are several hosts, a document on one of them confirms that they belong together.
 */
function checkSector(client: Checked, context: Context): void {
  if (client.subjectType === 'public' || client.sectorIdentifierUri !== null) return;
  const sector = sectorOf({ ...client, clientId: '' });
  // The host of an agent is its sector only if every response goes there.
  const isMixed =
    client.selfRegistered && sector !== '' && !client.redirectUris.every((uri) => uri.startsWith('https:'));
  if (sector !== null && !isMixed) return;
  const message = 'redirect URIs on several hosts need a sector_identifier_uri (OpenID Connect Core §8.1)';
  refuse(context, ['sector_identifier_uri'], 'sector_ambiguous', message);
}

function checkFlows(client: Checked, context: Context): void {
  const { grantTypes, responseTypes, redirectUris } = client;
  for (const [index, type] of responseTypes.entries()) {
    if (responseTypes.indexOf(type) !== index) {
      refuse(
        context,
        ['response_types', index],
        'duplicate',
        'is already in this list, with its words in another order',
      );
    }
    const binding = bindingOf(client);
    if (binding !== null && type.split(' ').includes('token')) {
      const message = `${type} returns an access token without a proof of possession (${binding})`;
      refuse(context, ['response_types', index], 'response_type_unbound', message, { type });
    }
    const missing = grantsFor(type).filter((grant) => !grantTypes.includes(grant));
    if (missing.length === 0) continue;
    const message = `${type} needs ${missing.join(' and ')} in grant_types`;
    refuse(context, ['response_types', index], 'response_type_without_grant', message, {
      type,
      grants: missing.join(' and '),
    });
  }
  if (grantTypes.length === 0) refuse(context, ['grant_types'], 'grant_types_empty', 'expected at least one grant');
  const redirected = grantTypes.find((grant) => grant === 'authorization_code' || grant === 'implicit');
  if (redirected === undefined) return;
  if (responseTypes.length === 0) {
    refuse(context, ['response_types'], 'response_types_missing', `${redirected} needs a response type`);
  }
  if (redirectUris.length === 0) {
    refuse(context, ['redirect_uris'], 'redirect_uris_missing', `${redirected} needs at least one redirect URI`);
  }
}

/** The setting that binds every access token to a key. Null if there is none. */
function bindingOf(client: Checked): string | null {
  if (client.dpopBoundAccessTokens) return 'dpop_bound_access_tokens';
  return client.tlsClientCertificateBoundAccessTokens ? 'tls_client_certificate_bound_access_tokens' : null;
}

/** A client that cannot keep a secret (RFC 6749 §2.1). */
function checkPublic({ clientSecrets, grantTypes, requirePkce }: Checked, context: Context): void {
  if (clientSecrets.length > 0) {
    const message = 'a client with token_endpoint_auth_method: none cannot have a secret';
    refuse(context, ['client_secrets'], 'public_client_secret', message);
  }
  if (requirePkce === false) {
    refuse(
      context,
      ['require_pkce'],
      'public_client_pkce',
      'a client without a secret must use PKCE (RFC 9700 §2.1.1)',
    );
  }
  if (grantTypes.includes('client_credentials')) {
    const message = 'client_credentials needs a client with credentials (RFC 6749 §4.4)';
    refuse(context, ['grant_types', grantTypes.indexOf('client_credentials')], 'public_client_credentials', message);
  }
}

function checkKeys(client: Checked, context: Context): void {
  const { tokenEndpointAuthMethod: method, requireSignedRequestObject, jwks, jwksUri } = client;
  if (jwks !== null && jwksUri !== null) {
    refuse(context, ['jwks_uri'], 'jwks_twice', 'expected either jwks or jwks_uri (RFC 7591 §2)');
  }
  if (jwks !== null || jwksUri !== null) return;
  const needs = [
    ...(method === 'private_key_jwt' || method === 'self_signed_tls_client_auth' ? [method] : []),
    ...(requireSignedRequestObject ? ['require_signed_request_object'] : []),
    ...encryptions(client).flatMap(({ key, alg }) => (alg === null ? [] : [`${key}_alg`])),
  ];
  const [setting] = needs;
  if (setting === undefined) return;
  refuse(context, ['jwks'], 'jwks_missing', `${setting} needs jwks or jwks_uri`, { setting });
}

/** RFC 8705 §2.1.2. */
function checkCertificateName(client: Checked, context: Context): void {
  if (client.tokenEndpointAuthMethod !== 'tls_client_auth') return;
  const names = Object.keys(clientSettings).filter((key) => key.startsWith('tls_client_auth_'));
  if (names.filter((name) => Reflect.get(client, camelCase(name)) !== null).length === 1) return;
  const message =
    'tls_client_auth needs exactly one of tls_client_auth_subject_dn, _san_dns, _san_uri, _san_ip, _san_email';
  refuse(context, ['tls_client_auth_subject_dn'], 'tls_identity_count', message);
}

/** Only signed data is encrypted (RFC 7519 §11.2), and a registered key must fit. */
function checkEncryptions(client: Checked, context: Context): void {
  for (const encryption of encryptions(client)) checkEncryption(encryption, client.jwks, context);
  if (client.requestObjectEncryptionAlg === null && client.requestObjectEncryptionEnc !== null) {
    const setting = 'request_object_encryption_alg';
    refuse(context, ['request_object_encryption_enc'], 'encryption_alg_missing', `needs ${setting}`, { setting });
  }
  if (client.userinfoEncryptedResponseAlg === null || client.userinfoSignedResponseAlg !== null) return;
  const message = 'an encrypted UserInfo response needs userinfo_signed_response_alg';
  refuse(context, ['userinfo_encrypted_response_alg'], 'encryption_unsigned', message);
}

function encryptions(client: Checked): readonly RegisteredEncryption[] {
  const { idTokenEncryptedResponseAlg: idTokenAlg, idTokenEncryptedResponseEnc: idTokenEnc } = client;
  const { authorizationEncryptedResponseAlg: answerAlg, authorizationEncryptedResponseEnc: answerEnc } = client;
  const { userinfoEncryptedResponseAlg: userinfoAlg, userinfoEncryptedResponseEnc: userinfoEnc } = client;
  return [
    { key: 'id_token_encrypted_response', alg: idTokenAlg, enc: idTokenEnc },
    { key: 'authorization_encrypted_response', alg: answerAlg, enc: answerEnc },
    { key: 'userinfo_encrypted_response', alg: userinfoAlg, enc: userinfoEnc },
  ];
}

function checkCredentials(client: Checked, context: Context): void {
  const { tokenEndpointAuthMethod: method, clientSecrets } = client;
  if (!method.startsWith('client_secret_') || clientSecrets.length > 0) return;
  const message = `${method} needs at least one secret; for a client without a secret, set token_endpoint_auth_method: none`;
  refuse(context, ['client_secrets'], 'secret_missing', message);
}
