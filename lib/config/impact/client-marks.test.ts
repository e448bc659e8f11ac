import { describe, expect, it } from 'vitest';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { updateMarks } from './client-marks';

const used = [{ clientId: 'web', kind: 'client', value: '', at: new Date(0) }];

function demandsOf(key: string, from: unknown, to: unknown, uses = used): readonly string[] {
  const values = from === to ? [] : [{ key, from, to }];
  const change = { kind: 'update', section: 'clients', key: 'web', values } as const;
  const marks = updateMarks({ ...change, before: { [key]: from }, after: { [key]: to } }, uses, []);
  return marks.flatMap((mark) => (mark.kind === 'authentication_in_use' ? mark.names : []));
}

describe('what an update requires of a client in use', () => {
  it.each([
    ['require_pkce', false, 'auto', false],
    ['require_pkce', false, true, true],
    ['require_pkce', 'auto', true, true],
    ['require_pkce', true, 'auto', false],
    ['require_pkce', 'auto', false, false],
    ['require_pkce', 'auto', 'auto', false],
    ['require_pushed_authorization_requests', false, true, true],
    ['require_pushed_authorization_requests', true, false, false],
    ['client_assertion_audience', 'endpoint', 'issuer', true],
    ['client_assertion_audience', 'issuer', 'endpoint', false],
    ['dpop_bound_access_tokens', false, true, true],
    ['dpop_bound_access_tokens', true, false, false],
    ['tls_client_certificate_bound_access_tokens', false, true, true],
    ['dpop_require_nonce', false, true, true],
    ['dpop_require_nonce', true, false, false],
    ['security_profile', 'none', 'fapi2', true],
    ['security_profile', 'fapi2_message_signing', 'fapi2', false],
    ['require_signed_request_object', false, true, true],
    ['require_signed_request_object', true, false, false],
    ['request_object_signing_alg', null, 'ES256', true],
    ['request_object_encryption_alg', null, 'ECDH-ES', true],
    ['request_object_encryption_enc', null, 'A128GCM', true],
    ['authorization_signed_response_alg', 'RS256', 'ES256', true],
    ['userinfo_signed_response_alg', null, 'ES256', true],
    ['id_token_encrypted_response_alg', null, 'ECDH-ES', true],
    ['id_token_encrypted_response_enc', null, 'A128GCM', true],
    ['authorization_encrypted_response_alg', null, 'ECDH-ES', true],
    ['authorization_encrypted_response_enc', null, 'A128GCM', true],
    ['userinfo_encrypted_response_alg', null, 'ECDH-ES', true],
    ['userinfo_encrypted_response_enc', null, 'A128GCM', true],
    ['token_endpoint_auth_signing_alg', null, 'ES256', true],
    ['tls_client_auth_subject_dn', null, 'CN=a', true],
    ['tls_client_auth_san_dns', 'a.test', 'b.test', true],
    ['jwks_uri', null, 'https://rp.test/jwks', true],
    ['client_name', 'a', 'b', false],
  ])('%s from %j to %j', (key, from, to, isDemand) => {
    expect(demandsOf(key, from, to)).toEqual(isDemand ? [key] : []);
    expect(demandsOf(key, from, to, []), 'of one that nobody uses').toEqual([]);
  });
});

describe('the subjects of people after an update', () => {
  const pairwise = { subject_type: 'pairwise', redirect_uris: ['https://a.test/cb'] };
  it.each<[string, Wire, Wire, boolean]>([
    ['another type', { subject_type: 'public' }, pairwise, true],
    ['the former type again', pairwise, { ...pairwise, subject_type: 'public' }, true],
    ['another host', pairwise, { ...pairwise, redirect_uris: ['https://b.test/cb'] }, true],
    ['another path of the host', pairwise, { ...pairwise, redirect_uris: ['https://a.test/new'] }, false],
    ['a document of another host', pairwise, { ...pairwise, sector_identifier_uri: 'https://s.test/' }, true],
    [
      'another host of a client with public subjects',
      { redirect_uris: ['https://a.test/'] },
      { redirect_uris: [] },
      false,
    ],
  ])('%s', (_, before, after, areNew) => {
    const change = { kind: 'update', section: 'clients', key: 'web', values: [], before, after } as const;
    const kinds = (uses: typeof used) => updateMarks(change, uses, []).map(({ kind }) => kind);
    expect(kinds(used).includes('people_become_new')).toBe(areNew);
    expect(kinds([])).not.toContain('people_become_new');
  });
});
