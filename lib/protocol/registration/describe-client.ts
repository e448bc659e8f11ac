import type { ClientRecord } from '#lib/clients/client-record';
import { type ClientMetadata, canKeepSecret, needsSecret } from '#lib/clients/registration/metadata';
import { hashSecret, secretEnding } from '#lib/crypto/client-secret';
import { createHandle, createId, type Handle } from '#lib/crypto/random';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { deviceGrantType } from '../grants/device-grant-type';
import { invalidClientMetadata, type OAuthError } from '../oauth-error';
import { offlineAccess } from '../scope';

/** Each ends with a redirect to an address that the person has seen. */
const openGrants: ReadonlySet<string> = new Set(['authorization_code', 'implicit', 'refresh_token']);

/** These need no redirect that a person could go by, so somebody has to vouch for the client. */
const vouchedGrants: ReadonlySet<string> = new Set(['client_credentials', deviceGrantType]);

type Former = {
  /** What the client is before: a blank one when it registers. */
  readonly client: ClientRecord;
  /** True when it registers with an initial access token. */
  readonly isVouched: boolean;
};

/** The client to store, and its new secret when it had none and needs one. */
export type Described = { readonly record: ClientRecord; readonly secret: Handle | null };

/**
 * The client that the metadata describes. What only an operator sets stays as it was, and an update gains nothing that
 * takes an operator's word.
 * @throws invalid_client_metadata for a grant or scope that it may not have
 */
export function describeClient(metadata: ClientMetadata, former: Former, snapshot: Snapshot): Described {
  const { client } = former;
  checkGrants(metadata, former);
  const { secrets, secret } = secretsOf(metadata, client);
  const record = {
    ...client,
    ...metadata,
    scope: chooseScope(metadata, former, snapshot),
    // RFC 9700 §2.1.1. Registration has no word for PKCE, so a client with credentials is not held to it unasked.
    requirePkce: !canKeepSecret(metadata) || client.requirePkce,
    secrets,
  };
  return { record, secret };
}

function checkGrants({ grantTypes }: ClientMetadata, { client, isVouched }: Former): void {
  for (const grant of grantTypes) {
    if (openGrants.has(grant) || client.grantTypes.includes(grant)) continue;
    if (!vouchedGrants.has(grant)) throw notOpen(`grant_types: ${grant} is not open to registration`);
    if (!isVouched) throw notOpen(`grant_types: ${grant} takes an initial access token`);
  }
}

/** Without a word on it, everything that a person can be asked for about themselves (RFC 7591 §2). */
function chooseScope({ scope }: ClientMetadata, { client, isVouched }: Former, { scopes }: Snapshot): string[] {
  if (scope === undefined) {
    const identity = [...scopes.values()].filter(({ type, enabled }) => type === 'identity' && enabled);
    return [...identity.map(({ name }) => name), offlineAccess];
  }
  for (const name of scope) {
    if (name === offlineAccess || client.scope.includes(name)) continue;
    const known = scopes.get(name);
    if (!known?.enabled || isAdminScope(name)) throw notOpen(`scope: there is no scope ${name}`);
    if (known.type === 'resource' && !isVouched) {
      throw notOpen(`scope: ${name} takes an initial access token`);
    }
  }
  return scope;
}

function notOpen(name: string): OAuthError {
  return invalidClientMetadata('metadata_not_open', { name });
}

function secretsOf(metadata: ClientMetadata, { secrets }: ClientRecord) {
  if (!needsSecret(metadata)) return { secrets: [], secret: null };
  if (secrets.length > 0) return { secrets, secret: null };
  const secret = createHandle();
  const stored = { id: createId(), hash: hashSecret(secret), ending: secretEnding(secret) };
  return { secrets: [{ ...stored, description: null, expiresAt: null }], secret };
}
