import { type RegisteredCertificate, registeredCertificates } from '#lib/clients/certificates/registered-certificates';
import { type ClientRecord, toClient, wireClient } from '#lib/clients/client-record';
import { findClient } from '#lib/clients/client-store';
import { lockClient } from '#lib/clients/security-profile/lock-client';
import { listUses } from '#lib/clients/usage/use-store';
import { entryVersion } from '#lib/config/entry-version';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type SecretDetail, toSecretDetails } from '../entries/secret-detail';
import { type ApplicationKind, applicationKind } from './application-kind';
import { findClientTimes } from './client-times-store';
import { type LogoState, readLogo } from './read-logo';

/** A client for a page or a response, without secrets and hashes. */
export type ClientDetail = {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly enabled: boolean;
  /** The version that a form sends when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting, with the keys of the configuration. Secrets are only counted. */
  readonly settings: Wire;
  /** The same settings, as far as the profiles of the client and the portal allow them. */
  readonly inForce: Wire;
  /** The stricter of the two profiles. */
  readonly profile: SecurityProfile;
  readonly secrets: readonly SecretDetail[];
  /** The certificates among its public keys. */
  readonly certificates: readonly RegisteredCertificate[];
  /** The state of its `logo_uri`. Null without one. */
  readonly logo: LogoState | null;
  /** At most an hour late. Null if it is unknown. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** @throws AdminError `not_found` */
export async function readClient(admin: AdminContext, clientId: string | null): Promise<ClientDetail> {
  const record = await getClient(admin, clientId);
  const times = await findClientTimes(admin.db, record.clientId);
  if (times === null) throw missing();
  const uses = await listUses(admin.db, [record.clientId], ['client', 'secret']);
  const used = new Map(uses.map(({ kind, value, at }) => [kind === 'client' ? null : value, at]));
  const stored = wireClient(record);
  const locked = lockClient(record, admin.snapshot.portal.securityProfile);
  return {
    clientId: record.clientId,
    name: record.clientName ?? record.clientId,
    kind: applicationKind(toClient(record)),
    enabled: record.enabled,
    version: entryVersion(stored),
    settings: withoutSecrets(stored),
    inForce: withoutSecrets({ ...wireClient(locked), security_profile: record.securityProfile }),
    profile: locked.securityProfile,
    secrets: toSecretDetails(record.secrets, times.secrets, times.updatedAt).map((secret) => ({
      ...secret,
      lastUsedAt: used.get(secret.id) ?? null,
    })),
    certificates: registeredCertificates(record),
    logo: await readLogo(admin, record),
    lastUsedAt: used.get(null) ?? null,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
  };
}

/**
 * The stored client, including hashes.
 * @throws AdminError `not_found`
 */
export async function getClient({ db }: AdminContext, clientId: string | null): Promise<ClientRecord> {
  const found = clientId === null ? null : await findClient(db, clientId);
  if (found === null) throw missing();
  return found.record;
}

function missing(): AdminError {
  return new AdminError('not_found', 'There is no such client');
}
