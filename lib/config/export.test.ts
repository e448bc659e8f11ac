import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deleteClients } from '#lib/clients/delete-clients';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { exportConfiguration } from './export';
import { parseConfiguration, readConfiguration } from './file';
import { planConfiguration } from './plan';

/** The public key of RFC 7517 §A.1. */
const encryptionKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const options = { prune: false, now, secret, by: byCommandLine };

/** A value that differs from the default, in every key. */
const file = {
  portal: {
    session_idle_seconds: 1,
    session_absolute_seconds: 2,
    remember_seconds: 3,
    default_locale: 'de',
    login: 'identifier',
    registration: 'on',
    identifiers: ['email'],
    second_factor: 'required',
    trusted_device_days: 0,
    passkeys: 'off',
    email_code: 'on',
    email_second_factor: 'on',
    recovery: 'off',
    account_deletion: 'on',
    acr_aliases: { 'urn:example:sca': 2, gold: 4 },
    admin_second_factor: 'required',
    password_min_length: 8,
    dynamic_registration: 'token',
    legacy_flows: 'off',
  },
  scopes: [
    {
      name: 'profile',
      type: 'identity',
      display_name: 'Your profile',
      description: 'Name',
      claims: ['name'],
      required: true,
      emphasize: true,
    },
    {
      name: 'orders',
      type: 'resource',
      enabled: false,
      resource: 'https://orders.example/api',
      access_token_typ: 'JWT',
      introspection_signed_response_alg: 'PS256',
      introspection_encrypted_response_alg: 'ECDH-ES',
      introspection_encrypted_response_enc: 'A256GCM',
      jwks: { keys: [encryptionKey] },
      secrets: [{ value: 'a' }, { value: 'b', description: 'next', expires_at: '2027-01-01T00:00:00Z' }],
      texts: { de: { display_name: 'Bestellungen' }, fr: { description: 'Les commandes' } },
    },
  ],
  clients: [
    {
      client_id: 'web',
      client_name: 'Web: "shop" # 1',
      enabled: false,
      application_type: 'native',
      token_endpoint_auth_method: 'client_secret_post',
      client_secrets: [{ value: 'web-secret' }],
      redirect_uris: ['https://b.example/cb', 'https://a.example/cb?x=1', 'com.example.app:/cb'],
      post_logout_redirect_uris: ['https://a.example/'],
      allowed_cors_origins: ['https://a.example'],
      grant_types: ['refresh_token', 'authorization_code', 'implicit', 'urn:example:grant'],
      response_types: ['code id_token', 'code'],
      scope: 'orders openid offline_access',
      access_token_format: 'reference',
      access_token_typ: 'JWT',
      client_assertion_audience: 'issuer',
      access_token_lifetime_seconds: 1,
      id_token_lifetime_seconds: 2,
      authorization_code_lifetime_seconds: 3,
      device_code_lifetime_seconds: 4,
      refresh_token_lifetime_seconds: null,
      refresh_token_idle_seconds: 0,
      refresh_token_rotation: false,
      refresh_token_grace_seconds: 5,
      require_pkce: false,
      allow_plain_pkce: true,
      require_consent: false,
      allow_remember_consent: false,
      consent_lifetime_seconds: 6,
      id_token_signed_response_alg: 'ES256',
      access_token_signing_alg: 'EdDSA',
      always_include_user_claims_in_id_token: true,
      local_login: false,
      identity_providers: { deny: ['hub'] },
      frontchannel_logout_uri: 'https://a.example/front',
      frontchannel_logout_session_required: false,
      backchannel_logout_uri: 'https://a.example/back',
      backchannel_logout_session_required: false,
      default_max_age: 7,
      minimum_acr: 'urn:example:sca',
      default_acr_values: ['phrh', 'gold'],
      client_uri: 'https://a.example/',
      initiate_login_uri: 'https://a.example/start',
      logo_uri: 'https://a.example/logo.png',
      policy_uri: 'https://a.example/policy',
      tos_uri: 'https://a.example/terms',
      contacts: ['ops@a.example', 'Zoë <zoe@a.example>'],
      software_id: 'suite',
      software_version: '2.1',
      jwks: { keys: [encryptionKey] },
      user_code: 'numeric',
      tenant: 'acme',
      claims: { level: 3, nested: { b: [true, null], a: 'x' } },
      token_exchange: { subjects: ['web'], delegation: true },
      require_pushed_authorization_requests: true,
      token_endpoint_auth_signing_alg: 'ES384',
      response_modes: ['jwt', 'form_post.jwt'],
      authorization_signed_response_alg: 'PS256',
      userinfo_signed_response_alg: 'PS256',
      subject_type: 'pairwise',
      sector_identifier_uri: 'https://a.example/sector.json',
      id_token_encrypted_response_alg: 'ECDH-ES',
      id_token_encrypted_response_enc: 'A128GCM',
      authorization_encrypted_response_alg: 'ECDH-ES+A128KW',
      authorization_encrypted_response_enc: 'A256CBC-HS512',
      userinfo_encrypted_response_alg: 'ECDH-ES+A256KW',
      userinfo_encrypted_response_enc: 'A256GCM',
      request_object_signing_alg: 'PS256',
      request_object_encryption_alg: 'ECDH-ES',
      request_object_encryption_enc: 'A128GCM',
      require_signed_request_object: true,
      request_uris: ['https://a.example/request.jwt'],
      dpop_bound_access_tokens: true,
      tls_client_certificate_bound_access_tokens: true,
      tls_client_auth_subject_dn: 'CN=client,O=Example',
      tls_client_auth_san_dns: 'client.example',
      tls_client_auth_san_uri: 'spiffe://example/client',
      tls_client_auth_san_ip: '10.0.0.1',
      tls_client_auth_san_email: 'client@example.test',
      dpop_require_nonce: true,
      self_registered: true,
      registration_token_hash: `sha256:${'A'.repeat(43)}`,
    },
    { client_id: 'api', grant_types: ['client_credentials'], client_secrets: [{ value: 'x' }] },
    {
      client_id: 'zurich',
      security_profile: 'fapi2_message_signing',
      grant_types: ['client_credentials'],
      jwks_uri: 'https://a.example/jwks',
    },
    {
      client_id: 'jwt',
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://a.example/jwks',
      allowed_cors_origins: [],
    },
  ],
  users: [
    { username: 'Zoë', password: 'correct horse battery staple', enabled: false, admin: 'editor', tenants: ['acme'] },
    {
      username: 'alice',
      sub: '248289761001',
      claims: { name: 'Alice', email_verified: true, role: ['b', 'a'], note: 'yes', zip: '01234' },
    },
  ],
  identity_providers: [
    { name: 'hub', display_name: 'Hub', type: 'github', client_id: 'x', client_secret: 'upstream', enabled: false },
    {
      name: 'corp',
      display_name: 'Contoso',
      type: 'oidc',
      issuer: 'https://corp.example',
      client_id: 'signet',
      scope: 'openid',
      domains: ['b.example', 'a.example'],
      button: 'domain',
      create_users: false,
      claim_mapping: { email: 'mail', name: 'displayName' },
      acr_mapping: { 'http://schemas.example/mfa': 2, 'a = b': 3 },
    },
  ],
  tenants: [
    {
      name: 'acme',
      display_name: 'Acme Inc.',
      enabled: false,
      default_locale: 'de',
      identity_providers: [],
      login: 'password',
      registration: 'off',
      identifiers: ['username'],
      second_factor: 'required',
      email_code: 'off',
      theme: {
        primary: '#0a5',
        primary_dark: '#0b6',
        background: '#f4f1ea',
        background_dark: '#101820',
        logo: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        logo_dark: 'data:image/png;base64,iVBORw0KGgo=',
        favicon: 'data:image/png;base64,iVBORw0KGgo=',
        radius: '8px',
        font: 'serif',
        mode: 'dark',
        texts: { en: { title: 'Welcome', subtitle: 'Use your staff account.' }, 'pt-BR': { title: 'Olá' } },
      },
      links: { support: 'https://a.example/s', privacy: 'https://a.example/p', terms: 'https://a.example/t' },
    },
  ],
};

describe('exportConfiguration', () => {
  it.each(['yaml', 'json'] as const)('is the same after it is applied to an empty database (%s)', async (format) => {
    const first = await createTestDatabase();
    const second = await createTestDatabase();
    await applyConfiguration(first, parseConfiguration(JSON.stringify(file)), options);
    const exported = await exportConfiguration(first.db, format);
    await applyConfiguration(second, parseConfiguration(exported), options);
    expect(await exportConfiguration(second.db, format)).toBe(exported);
    const { changes } = await planConfiguration(second.db, parseConfiguration(exported), { prune: true, secret });
    expect(changes).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it('contains every key of the file, with secrets and passwords as hashes', async () => {
    const open = await createTestDatabase();
    await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), options);
    const text = await exportConfiguration(open.db);
    const exported = parse(text);
    expect(exported.portal).toEqual(file.portal);
    expect(exported.scopes.map(({ name }: { name: string }) => name)).toEqual(['orders', 'profile']);
    const { client_secrets: _, ...client } = file.clients[0] ?? {};
    expect(exported.clients[2]).toMatchObject(client);
    expect(exported.clients[2].client_secrets).toEqual([{ hash: expect.stringMatching(/^sha256:/) }]);
    expect(exported.users[0]).toMatchObject(file.users[1] ?? {});
    expect(exported.users[1]).toMatchObject({
      sub: expect.any(String),
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(exported.identity_providers[0].client_secret).toEqual({ sealed: expect.stringMatching(/^v2\./) });
    expect(exported.identity_providers[1]).toMatchObject(file.identity_providers[1] ?? {});
    expect(exported.tenants).toEqual(file.tenants);
    expect(JSON.stringify(exported)).not.toMatch(/undefined|web-secret|battery|upstream/);
    await open.close();
  });

  it('quotes values that other YAML readers would read differently', async () => {
    const open = await createTestDatabase();
    await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), options);
    const text = await exportConfiguration(open.db);
    expect(text).toContain('registration: "on"');
    expect(text).toContain('note: "yes"');
    expect(text).toContain('zip: "01234"');
    await open.close();
  });

  it('omits defaults', async () => {
    const open = await createTestDatabase();
    expect(await exportConfiguration(open.db)).toBe('{}\n');
    const secrets = [{ hash: `sha256:${'A'.repeat(43)}` }];
    const spa = { client_id: 'spa', token_endpoint_auth_method: 'none', redirect_uris: ['https://a.example/'] };
    const small = {
      scopes: [{ name: 'orders', type: 'resource' }],
      clients: [
        { client_id: 'api', client_secrets: secrets, grant_types: ['client_credentials'] },
        { ...spa, grant_types: ['authorization_code'] },
      ],
      users: [{ username: 'alice', sub: '1', password_hash: null }],
      tenants: [{ name: 'acme', display_name: 'Acme', theme: { mode: 'dark' } }],
    };
    await applyConfiguration(open, parseConfiguration(JSON.stringify(small)), options);
    expect(parse(await exportConfiguration(open.db))).toEqual(small);
    await open.close();
  });
});

describe('the export of a client that names one which deleted itself', () => {
  it('can be applied, and changes nothing (RFC 7592 §2.3)', async () => {
    const open = await createTestDatabase();
    const uris = { redirect_uris: ['https://rp.test/cb'], token_endpoint_auth_method: 'none' };
    const api = {
      client_id: 'api',
      client_secrets: [{ value: 'a secret' }],
      grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'],
      token_exchange: { subjects: ['agent'], delegation: false },
    };
    const clients = [{ client_id: 'agent', self_registered: true, ...uris }, api];
    await applyConfiguration(open, readConfiguration({ clients }), options);
    await transaction(open.db, (tx) => deleteClients(tx, ['agent'], { dialect: open.dialect, now }));
    const exported = parseConfiguration(await exportConfiguration(open.db));
    expect(await planConfiguration(open.db, exported, options)).toEqual({ changes: [], warnings: [] });
    const misspelled = { ...api, token_exchange: { subjects: ['agent', 'agnt'], delegation: false } };
    await expect(
      planConfiguration(open.db, readConfiguration({ clients: [misspelled] }), options),
    ).rejects.toMatchObject({
      problems: [{ code: 'unknown_reference', path: ['clients', 0, 'token_exchange', 'subjects', 1] }],
    });
    await open.close();
  });
});
