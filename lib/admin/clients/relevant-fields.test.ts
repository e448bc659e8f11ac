import { describe, expect, it } from 'vitest';
import { clientFields } from '#lib/clients/schema';
import { formSections } from '#lib/i18n/admin/form-sections';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { applicationKinds } from './application-kind';
import { clientSections, clientTabs } from './client-fields';
import { presets } from './presets';
import { irrelevantFields } from './relevant-fields';

const all = Object.values(clientTabs).flatMap((kinds) => Object.keys(kinds));
const unset = { backchannel_logout_uri: null, frontchannel_logout_uri: null };
const shownOf = (client: Wire) => {
  const hidden = irrelevantFields({ ...unset, ...client });
  return all.filter((field) => !hidden.has(field));
};

const everywhere = [
  'client_name',
  'contacts',
  'software_id',
  'software_version',
  'scope',
  'grant_types',
  'token_endpoint_auth_method',
  'security_profile',
  'access_token_lifetime_seconds',
  'access_token_format',
  'access_token_typ',
  'access_token_signing_alg',
  'dpop_bound_access_tokens',
  'tls_client_certificate_bound_access_tokens',
  'dpop_require_nonce',
];
const forUsers = [
  'logo_uri',
  'client_uri',
  'policy_uri',
  'tos_uri',
  'tenant',
  'id_token_lifetime_seconds',
  'subject_type',
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'id_token_encrypted_response_alg',
  'jwks',
  'jwks_uri',
  'always_include_user_claims_in_id_token',
  'local_login',
  'identity_providers',
  'minimum_acr',
  'require_consent',
  'allow_remember_consent',
  'consent_lifetime_seconds',
];
const redirected = [
  'application_type',
  'initiate_login_uri',
  'redirect_uris',
  'post_logout_redirect_uris',
  'allowed_cors_origins',
  'backchannel_logout_uri',
  'frontchannel_logout_uri',
  'response_types',
  'authorization_code_lifetime_seconds',
  'default_max_age',
  'default_acr_values',
  'require_pkce',
  'require_pushed_authorization_requests',
  'require_signed_request_object',
  'request_object_signing_alg',
  'request_object_encryption_alg',
  'request_uris',
  'response_modes',
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
];
const refreshed = [
  'refresh_token_lifetime_seconds',
  'refresh_token_idle_seconds',
  'refresh_token_rotation',
  'refresh_token_grace_seconds',
];

describe('the settings on the page of a client', () => {
  it.each([
    ['web', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['spa', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['native', [...everywhere, ...forUsers, ...redirected, ...refreshed]],
    ['device', [...everywhere, ...forUsers, ...refreshed, 'user_code', 'device_code_lifetime_seconds']],
    ['machine', [...everywhere, 'claims']],
  ] as const)('of a client of the kind %s', (kind, expected) => {
    expect(shownOf(presets[kind].settings).sort()).toEqual([...expected].sort());
    expect(applicationKinds).toContain(kind);
  });

  it.each([
    [
      'the algorithm of assertions',
      { token_endpoint_auth_method: 'private_key_jwt' },
      'token_endpoint_auth_signing_alg',
    ],
    ['the audience of assertions', { token_endpoint_auth_method: 'private_key_jwt' }, 'client_assertion_audience'],
    ['the name in certificates', { token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth_subject_dn'],
    ['the address in certificates', { token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth_san_ip'],
    ['plain PKCE once it is allowed', { allow_plain_pkce: true }, 'allow_plain_pkce'],
    ['the fact that it registered itself', { self_registered: true }, 'self_registered'],
    ['the limits of a self-registered client', { self_registered: true }, 'agent_scope'],
    ['the expiry of a self-registered client', { self_registered: true }, 'agent_end_date'],
    [
      'the session of a back-channel logout',
      { backchannel_logout_uri: 'https://a.example/' },
      'backchannel_logout_session_required',
    ],
    [
      'the session of a front-channel logout',
      { frontchannel_logout_uri: 'https://a.example/' },
      'frontchannel_logout_session_required',
    ],
    [
      'token exchange with its grant',
      { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
      'token_exchange',
    ],
    ['own claims with client credentials', { grant_types: ['authorization_code', 'client_credentials'] }, 'claims'],
    [
      'device fields with the device grant',
      { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
      'user_code',
    ],
  ])('by other values: %s', (_, settings, field) => {
    expect(shownOf({ ...presets.web.settings, ...settings })).toContain(field);
    expect(shownOf(presets.web.settings)).not.toContain(field);
  });

  it('include the public keys of a machine with a self-signed certificate', () => {
    const machine = { ...presets.machine.settings, token_endpoint_auth_method: 'self_signed_tls_client_auth' };
    expect(shownOf(machine)).toContain('jwks');
    expect(shownOf(presets.machine.settings)).not.toContain('jwks');
  });

  it('exclude those of refresh tokens without the grant, and the type of reference tokens', () => {
    const without = shownOf({ ...presets.web.settings, grant_types: ['authorization_code'] });
    expect(without.filter((field) => field.startsWith('refresh_token'))).toEqual([]);
    expect(shownOf({ ...presets.web.settings, access_token_format: 'reference' })).not.toContain('access_token_typ');
  });

  it('each have a key of the configuration, and belong to one section with a title', () => {
    expect(Object.keys(clientFields)).toEqual(expect.arrayContaining(all));
    const sections = Object.values(clientSections).flatMap((page) => Object.keys(page));
    expect(sections.sort()).toEqual(Object.keys(formSections.clients).sort());
    expect(new Set(all).size).toBe(all.length);
  });
});
