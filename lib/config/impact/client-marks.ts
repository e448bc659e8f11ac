import { sectorOf } from '#lib/clients/sector/sector-of';
import type { LastUse } from '#lib/clients/usage/use-store';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Change } from '../diff';
import type { Mark, NamedMark } from './mark';

/** Settings that an application must change together with the server. */
const agreed = [
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'request_object_signing_alg',
  'request_object_encryption_alg',
  'request_object_encryption_enc',
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
  'authorization_encrypted_response_enc',
  'tls_client_auth_subject_dn',
  'tls_client_auth_san_dns',
  'tls_client_auth_san_uri',
  'tls_client_auth_san_ip',
  'tls_client_auth_san_email',
  'jwks',
  'jwks_uri',
  'id_token_signed_response_alg',
  'id_token_encrypted_response_alg',
  'id_token_encrypted_response_enc',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
];

/** Settings that can refuse requests that were allowed before. Their values are ordered from lenient to strict. */
const demands: readonly (readonly [key: string, values: readonly unknown[]])[] = [
  ['security_profile', securityProfiles],
  // A client that may choose `false` needs no PKCE with `auto` either.
  ['require_pkce', [true]],
  ['require_pushed_authorization_requests', [false, true]],
  ['require_signed_request_object', [false, true]],
  ['client_assertion_audience', ['endpoint', 'issuer']],
  ['dpop_bound_access_tokens', [false, true]],
  ['dpop_require_nonce', [false, true]],
  ['tls_client_certificate_bound_access_tokens', [false, true]],
];

export type UsedSecret = { readonly id: string; readonly hash: string };

/**
 * Finds what an update removes although the client uses it.
 * @param uses the recent uses of this client
 */
export function updateMarks(
  { values, before, after }: Change,
  uses: readonly LastUse[],
  secrets: readonly UsedSecret[],
) {
  if (uses.length === 0) return [];
  const changed = new Set(values.map(({ key }) => key));
  const used = (kind: string) => new Set(uses.filter((use) => use.kind === kind).map(({ value }) => value));
  const taken = (key: string, kind: string) =>
    without(listOf(before, key), listOf(after, key)).filter((value) => used(kind).has(value));
  const named = (kind: NamedMark, names: readonly string[]): Mark[] => (names.length === 0 ? [] : [{ kind, names }]);
  const kept = new Set(hashesOf(after));
  const lost = secrets.filter(({ id, hash }) => used('secret').has(id) && !kept.has(hash));
  const stricter = demands.filter(([key, values]) => values.indexOf(after?.[key]) > values.indexOf(before?.[key]));
  const follow = [...agreed.filter((key) => changed.has(key)), ...stricter.map(([key]) => key)];
  return [
    ...named('redirect_uris_in_use', taken('redirect_uris', 'redirect_uri')),
    ...named('grant_types_in_use', taken('grant_types', 'grant_type')),
    ...named('scopes_in_use', taken('scope', 'scope')),
    ...(lost.length === 0 ? [] : [{ kind: 'secrets_in_use', count: lost.length } as const]),
    ...named('authentication_in_use', follow),
    ...named('people_become_new', subjectsOf(before) !== subjectsOf(after) ? ['subject_type'] : []),
  ];
}

/** The sector of the client's pairwise subjects; empty if its subjects are public. */
function subjectsOf(entry: Wire | null): string | null {
  if (entry?.subject_type !== 'pairwise') return '';
  const text = (key: string) => (typeof entry[key] === 'string' ? entry[key] : null);
  const [sectorIdentifierUri, jwksUri] = [text('sector_identifier_uri'), text('jwks_uri')];
  return sectorOf({ clientId: 'itself', sectorIdentifierUri, jwksUri, redirectUris: listOf(entry, 'redirect_uris') });
}

function without(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after);
  return before.filter((value) => !kept.has(value));
}

/** The items of a list, or the words of a text. */
function listOf(entry: Wire | null, key: string): string[] {
  const value = entry?.[key];
  if (typeof value === 'string') return value.split(' ').filter(Boolean);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function hashesOf(entry: Wire | null): string[] {
  const secrets = entry?.client_secrets;
  return Array.isArray(secrets) ? secrets.flatMap(({ hash }) => (typeof hash === 'string' ? [hash] : [])) : [];
}
