import { z } from 'zod';
import { wireClaimRules } from '#lib/vocabulary/claim-rules';
import { wireGroupsClaim } from '#lib/vocabulary/groups-claim';
import { roleIds, wireRoles } from '#lib/vocabulary/role';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { sharedSet } from '#lib/vocabulary/share-equal';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type Wire, wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import type { Client, ClientRecord } from './client';
import { isRegistrableType, registrableGrants } from './flows';
import { applicationTypeOf } from './redirect-uri';
import { clientFields, readClient } from './schema';
import { lockClient } from './security-profile/lock-client';

export type { ClientRecord };

/**
 * The client as requests use it. A self-registered client can use only the flows that are open to registration, even if
 * more is stored for it. Settings that a security profile locks have the value of the profile.
 * @param portal the profile that is the minimum for every client
 */
export function toClient(stored: ClientRecord, portal: SecurityProfile = 'none'): Client {
  const record = lockClient(stored, portal);
  return {
    ...record,
    applicationType: applicationTypeOf(record),
    ...flowsOf(record),
    ...settled(record),
  };
}

function flowsOf({
  selfRegistered,
  grantTypes,
  responseTypes,
}: ClientRecord): Pick<Client, 'grantTypes' | 'responseTypes'> {
  if (!selfRegistered) return { grantTypes: sharedSet(grantTypes), responseTypes: sharedSet(responseTypes) };
  const open = registrableGrants();
  return {
    grantTypes: new Set(grantTypes.filter((grant) => open.has(grant))),
    responseTypes: new Set(responseTypes.filter((type) => isRegistrableType(type))),
  };
}

/** In seconds: how long a program that lost the response may repeat a refresh. */
const automaticGraceSeconds = 10;

/** The same for self-registered programs, because several of their processes share a refresh token. */
const sharedGraceSeconds = 30;

/**
 * Resolves the settings that are `auto` (RFC 9700 §2.1.1 and §4.14.2). Authentication binds a client to its codes and
 * tokens. A client that cannot authenticate needs PKCE and rotation instead.
 */
function settled(record: ClientRecord) {
  const isPublic = record.tokenEndpointAuthMethod === 'none';
  const { refreshTokenRotation: rotation, refreshTokenGraceSeconds: grace } = record;
  const automaticGrace = record.selfRegistered ? sharedGraceSeconds : automaticGraceSeconds;
  const { requirePkce: pkce, alwaysIncludeUserClaimsInIdToken: include } = record;
  return {
    allowedCorsOrigins:
      record.allowedCorsOrigins ?? (isPublic || record.selfRegistered ? redirectOrigins(record.redirectUris) : []),
    refreshTokenRotation: rotation === 'auto' ? isPublic : rotation,
    refreshTokenGraceSeconds: grace === 'auto' ? (rotation === 'auto' && isPublic ? automaticGrace : 0) : grace,
    requirePkce: pkce === 'auto' ? isPublic || ('recommended' as const) : pkce,
    alwaysIncludeUserClaimsInIdToken: include === 'auto' ? !isPublic && ('token_endpoint' as const) : include,
  };
}

/**
 * The origins whose pages receive a client's codes: those of its https redirect URIs and its http loopback redirect
 * URIs (RFC 6454 §4).
 */
function redirectOrigins(redirectUris: readonly string[]): string[] {
  const urls = redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri));
  const web = urls.filter(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname)),
  );
  return [...new Set(web.map(({ origin }) => origin))];
}

/** A client as in the configuration file, with the hashes of its secrets. */
export function wireClient(client: ClientRecord): Wire {
  return wireEntry(clientFields, client, {
    client_secrets: wireSecrets(client.secrets),
    scope: client.scope.join(' '),
    agent_scope: client.agentScope.join(' '),
    roles: wireRoles(client.roles),
    groups_claim: wireGroupsClaim(client.groupsClaim),
    claim_rules: wireClaimRules(client.claimRules),
  });
}

/** A client as the history keeps it. Whoever takes a change back gives its roles their IDs again. */
export function recordedClient(client: ClientRecord): Wire {
  const { roles } = client;
  return { ...wireClient(client), ...(roles.length > 0 && { role_ids: roleIds(roles) }) };
}

/** A client with every setting at its default. */
export function blankClient(clientId: string): ClientRecord {
  const defaults = readClient(z.object(clientFields).parse({ client_id: clientId }));
  const { clientSecrets: _, registrationTokenHash: __, ...rest } = defaults;
  return {
    ...rest,
    secrets: [],
    roles: [],
    registrationTokenHash: null,
    documentExpiresAt: null,
    registrantNetwork: null,
  };
}
