import type { ClientRecord } from '#lib/clients/client-record';
import { applicationTypeOf } from '#lib/clients/redirect-uri';
import { type ClientMetadata, canKeepSecret, metadataFields, needsSecret } from '#lib/clients/registration/metadata';
import { findObstacles } from '#lib/clients/security-profile/find-obstacles';
import { lockClient } from '#lib/clients/security-profile/lock-client';
import { hashSecret, secretEnding } from '#lib/crypto/client-secret';
import { createHandle, createId, type Handle } from '#lib/crypto/random';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { isOpen } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { camelCase } from '#lib/vocabulary/keys';
import { secretsEnd } from '#lib/vocabulary/secret';
import { invalidClientMetadata, invalidRedirectUri } from '../oauth-error';
import { offlineAccess } from '../scope';
import type { CurrentRegistration } from './substitute';

/** The client to store, and a new secret if it needs one and had none. */
type Described = { readonly record: ClientRecord; readonly secret: Handle | null };

/**
 * The client that the metadata describes. Settings that only an operator can change stay. An update never gains
 * anything that requires an operator's approval.
 * @param metadata the result of substitute()
 * @throws invalid_redirect_uri or invalid_client_metadata for what contradicts the portal's security profile
 */
export function describeClient(metadata: ClientMetadata, former: CurrentRegistration, snapshot: Snapshot): Described {
  const { client } = former;
  const given = { ...client, ...metadata, scope: chooseScope(metadata, former, snapshot) };
  checkPortalProfile(given, snapshot);
  const { securityProfile } = client;
  const locked = { ...lockClient(given, snapshot.portal.securityProfile), securityProfile };
  const { secrets, secret } = secretsOf(locked, client);
  const record = {
    ...locked,
    // RFC 9700 §2.1.1. Registration has no metadata for PKCE, and an operator's setting does not apply to a public
    // client.
    requirePkce: canKeepSecret(metadata) ? client.requirePkce : 'auto',
    secrets,
  };
  return { record, secret };
}

/** A client gets the values of the portal's profile, and the response shows them. Other values are refused. */
function checkPortalProfile(client: ClientRecord, { portal }: Snapshot): void {
  const [obstacle] = findObstacles(client, portal.securityProfile);
  if (obstacle === undefined) return;
  const name = `${obstacle.path.join('.')}: ${obstacle.requirement.replaceAll('’', "'")}`;
  throw obstacle.path[0] === 'redirect_uris'
    ? invalidRedirectUri('redirect_uri_unusable', { name })
    : invalidClientMetadata('metadata_unusable', { name });
}

/**
 * The requested scopes that the client may have (RFC 7591 §3.2.1). If none is left, or without the parameter, all open
 * scopes (§2).
 */
function chooseScope(
  { scope = [] }: ClientMetadata,
  { client, flows }: CurrentRegistration,
  { scopes }: Snapshot,
): string[] {
  const allowed = scope.filter((name) => {
    if (name === offlineAccess || client.scope.includes(name)) return true;
    const known = scopes.get(name);
    return known !== undefined && (isOpen(known) || (flows !== null && known.enabled && !isAdminScope(name)));
  });
  if (allowed.length > 0) return allowed;
  return [...[...scopes.values()].filter(isOpen).map(({ name }) => name), offlineAccess];
}

function secretsOf(metadata: Parameters<typeof needsSecret>[0], { secrets }: ClientRecord) {
  if (!needsSecret(metadata)) return { secrets: [], secret: null };
  if (secrets.length > 0) return { secrets, secret: null };
  const secret = createHandle();
  const stored = { id: createId(), hash: hashSecret(secret), ending: secretEnding(secret) };
  return { secrets: [{ ...stored, description: null, expiresAt: null }], secret };
}

type Information = {
  readonly record: ClientRecord;
  readonly createdAt: Date;
  /** The registration access token: a new one, or the one of the request. */
  readonly token: string;
  /** Only if it is new, because later only its hash is known. */
  readonly secret: Handle | null;
};

/** The client information response (RFC 7591 §3.2.1, RFC 7592 §3): the registered values, not the requested ones. */
export function clientInformation({ record, createdAt, token, secret }: Information, issuer: string): object {
  const { clientId, secrets, scope } = record;
  const given = {
    application_type: applicationTypeOf(record),
    scope: scope.join(' '),
  };
  const metadata = Object.keys(metadataFields)
    .map((name): [string, unknown] => [name, name in given ? Reflect.get(given, name) : settingOf(record, name)])
    .filter(([, value]) => value !== null);
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    ...(secret !== null && { client_secret: secret }),
    ...(secrets.length > 0 && { client_secret_expires_at: secondsOf(secretsEnd(secrets)) }),
    registration_access_token: token,
    registration_client_uri: `${issuer}/connect/register?client_id=${encodeURIComponent(clientId)}`,
    ...Object.fromEntries(metadata),
    // OpenID Connect Dynamic Client Registration §2: every ID token has auth_time, whatever was registered.
    require_auth_time: true,
  };
}

/** RFC 7591 §3.2.1: 0 for a secret that does not expire. */
function secondsOf(end: Date | null): number {
  return end === null ? 0 : Math.floor(end.getTime() / 1000);
}

function settingOf(record: ClientRecord, name: string): unknown {
  return Reflect.get(record, camelCase(name));
}
