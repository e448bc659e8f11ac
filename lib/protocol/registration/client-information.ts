import type { ClientRecord } from '#lib/clients/client-record';
import { applicationTypeOf } from '#lib/clients/redirect-uri';
import { metadataFields } from '#lib/clients/registration/metadata';
import { secretsEnd } from '#lib/clients/secrets-end';
import type { Handle } from '#lib/crypto/random';
import { camelCase } from '#lib/vocabulary/keys';

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
