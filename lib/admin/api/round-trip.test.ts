import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import { type ApiAnswer, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { arbitraryFrom, isRecord } from '#lib/testing/arbitrary-from-schema';
import { buildDocument } from './document/build-document';
import { operations } from './operations';

type Body = Readonly<Record<string, unknown>>;

const document = buildDocument(operations);
const components = schemasOf(document);
/** The seed is fixed, so a failure can be reproduced. */
const plan = { numRuns: 10, seed: 20_270_102 };

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await createTestApi({
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: [
      {
        client_id: 'owner',
        client_secrets: [{ value: 'canary-secret-0123456789abcdefghijklmnop' }],
        grant_types: ['client_credentials'],
        scope: 'signet.admin.owner',
      },
    ],
    identity_providers: [{ name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: 'y' }],
    tenants: [{ name: 'acme', display_name: 'Acme' }],
  });
  token = await api.tokenOf('owner', 'signet.admin.owner');
});
afterAll(() => api.close());

const uri = fc.constantFrom('https://rp.test/a', 'https://rp.test/b?x=1', 'https://rp.test:8443/');
const redirects = fc.uniqueArray(
  fc.constantFrom('https://rp.test/cb', 'https://rp.test/cb2?x=%20', 'http://127.0.0.1/cb', 'com.example.app:/cb'),
);
const text = fc.constantFrom('One', ' two ', 'Größe <b>&amp;', '日本語 🎌', "it's 100%", 'a'.repeat(200));
const names = (...all: string[]) => fc.uniqueArray(fc.constantFrom(...all));
const words = (...all: string[]) => fc.subarray(all).map((some) => some.join(' '));
const ecKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const jwks = fc.constantFrom(
  { keys: [rsaKey, ecKey] },
  { keys: [{ ...ecKey, kid: 'a' }, rsaKey, { ...ecKey, kid: 'b', use: 'sig' }] },
);
const claims = fc.dictionary(
  fc.constantFrom('level', 'https://shop.example/x', '10', '2', 'team'),
  fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom([], {}, [1, [2]], { b: 1, a: null }),
  ),
);
const picture = fc.constant(
  `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>').toString('base64')}`,
);
const acr = fc.constantFrom('urn:signet:acr:2', 'urn:x:sca', '2', 'b');
const color = fc.constantFrom('#0a5', '#00AA55', 'oklch(0.6 0.15 155)');
const levels = fc.dictionary(fc.constantFrom('urn:x:sca', '10', '2', 'b'), fc.constantFrom(1, 2, 3, 4));
const localTexts = (...members: string[]) =>
  fc.dictionary(
    fc.constantFrom('de', 'pt-BR', 'en'),
    fc.record(Object.fromEntries(members.map((member) => [member, fc.constantFrom('One', 'Größe', '日本語')])), {
      requiredKeys: [],
    }),
  );

/** Values of the members that the document describes as any text or object. */
const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  client_name: text,
  display_name: text,
  description: text,
  redirect_uris: redirects,
  post_logout_redirect_uris: redirects,
  allowed_cors_origins: names('https://rp.test', 'http://localhost:3000'),
  grant_types: names(
    'authorization_code',
    'implicit',
    'client_credentials',
    'password',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:example:unknown',
  ),
  response_types: names('code', 'id_token', 'id_token token', 'token id_token', 'code id_token token'),
  scope: words('orders', 'openid', 'profile'),
  agent_scope: words('orders', 'openid'),
  claims,
  jwks,
  token_exchange: fc.record({ subjects: names('owner', 'other'), delegation: fc.boolean() }),
  identity_providers: fc.oneof(
    fc.record({ allow: fc.oneof(fc.constant('*'), names('corp', 'local')) }),
    fc.record({ deny: names('corp', 'local') }),
    names('corp'),
  ),
  minimum_acr: acr,
  default_acr_values: fc.uniqueArray(acr),
  tenant: fc.constant('acme'),
  tls_client_auth_subject_dn: fc.constantFrom('CN=client,O=Example', 'cn = client , o=Example'),
  tls_client_auth_san_dns: fc.constantFrom('Client.Example', 'a.example'),
  tls_client_auth_san_ip: fc.constantFrom('192.0.2.1', '2001:DB8::1', '2001:0db8:0:0:0:0:0:1'),
  tls_client_auth_san_email: fc.constantFrom('A@Example.com'),
  request_uris: names('https://rp.test/r', 'https://rp.test/r#x'),
  agent_end_date: fc.constantFrom('2031-01-31', '2020-02-29'),
  document_hash: fc.constant('a'.repeat(43)),
  resource: fc.constantFrom('https://api.test/', 'urn:example:api', 'HTTPS://API.test'),
  domains: names('contoso.example', 'Fabrikam.Example'),
  claim_mapping: fc.dictionary(fc.constantFrom('name', 'email', '10', '2', 'email_verified'), text),
  acr_mapping: levels,
  acr_aliases: levels,
  issuer: fc.constantFrom('https://idp.test', 'https://idp.test/x/', 'https://IDP.test:443'),
  client_secret: fc.constantFrom('upstream', ' x '),
  default_locale: fc.constantFrom('de', 'PT-br'),
  primary: color,
  primary_dark: color,
  background: color,
  background_dark: color,
  logo: picture,
  logo_dark: picture,
  favicon: picture,
  radius: fc.constantFrom('8px', '0.5rem'),
  support: fc.constantFrom('mailto:help@shop.example', 'https://shop.example/help'),
  trusted_domains: names('app.example', 'b.example:8443'),
  denied_domains: names('app.example', 'b.example:8443'),
  custom_schemes: names('cursor', 'vscode'),
};

/** Texts differ: of scopes they are two, of the sign-in page two others. */
function settingValue(resource: string, member: string, schema: unknown): fc.Arbitrary<unknown> {
  const nullable = (value: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: value });
  if (member === 'texts') {
    return resource === 'scopes'
      ? localTexts('display_name', 'description')
      : nullable(localTexts('title', 'subtitle'));
  }
  const value = known[member];
  if (value !== undefined) return nullable(value);
  if (member.endsWith('_uri') || member === 'privacy' || member === 'terms') return nullable(uri);
  if (isRecord(schema) && isRecord(schema.properties)) {
    const inner = Object.entries(schema.properties).map(
      ([name, one]) => [name, settingValue(resource, name, one)] as const,
    );
    return fc.record(Object.fromEntries(inner), { requiredKeys: [] });
  }
  return arbitraryFrom(schema, components);
}

/** A body with any of the settings, besides those of the base. */
function bodyOf(resource: string, schemaName: string, base: Body): fc.Arbitrary<Body> {
  const settings = Object.entries(settingsOf(schemaName)).filter(
    ([name]) => !['name', 'client_id', 'meta'].includes(name),
  );
  const values = settings.map(([name, schema]) => [name, settingValue(resource, name, schema)]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }).map((some) => ({ ...base, ...some }));
}

const call = (method: string, address: string, body?: unknown, match = '*') =>
  api.call(method, address, { token, body, headers: { 'if-match': match } });

/** Writes what is valid of a body: a member that is refused is left out of the next attempt, and else the last one. */
async function putValid(address: string, base: Body, body: Body): Promise<ApiAnswer & { readonly sent: Body }> {
  let sent = body;
  for (;;) {
    const answer = await call('PUT', address, sent);
    if (answer.status !== 400) return { ...answer, sent };
    const errors: readonly unknown[] = Array.isArray(answer.json.errors) ? answer.json.errors : [];
    const wrong = errors.map((error) => (isRecord(error) ? String(error.pointer).split('/')[1] : undefined));
    const isOptional = (name: string) => JSON.stringify(sent[name]) !== JSON.stringify(base[name]);
    const optional = Object.keys(sent).filter(isOptional);
    const dropped = optional.filter((name) => wrong.includes(name));
    if (dropped.length === 0) dropped.push(...optional.slice(-1));
    if (dropped.length === 0) return { ...answer, sent };
    sent = { ...Object.fromEntries(Object.entries(sent).filter(([name]) => !dropped.includes(name))), ...base };
  }
}

const resources: readonly (readonly [string, string, string, Body])[] = [
  [
    'clients',
    '/clients/shop',
    'ClientWrite',
    { redirect_uris: ['https://rp.test/cb'], jwks: { keys: [rsaKey, ecKey] } },
  ],
  ['scopes', '/scopes/stock', 'ScopeWrite', { type: 'resource' }],
  ['scopes', '/scopes/profile', 'ScopeWrite', { type: 'identity' }],
  [
    'identity-providers',
    '/identity-providers/up',
    'IdentityProviderWrite',
    { display_name: 'Up', type: 'oidc', client_id: 'signet', issuer: 'https://idp.test' },
  ],
  ['tenants', '/tenants/globex', 'TenantWrite', { display_name: 'Globex' }],
  ['settings', '/portal', 'PortalWrite', {}],
];

describe.each(resources)('%s: what a GET of %s returned', (resource, address, schemaName, base) => {
  it('changes nothing when it is put or patched, whatever its settings are', async () => {
    const { db } = api.provider.context();
    await api.call('PUT', address, { token, body: base, headers: { 'if-none-match': '*' } });
    const patch = operations.some(({ method, tag }) => method === 'PATCH' && tag === resource) ? ['PATCH'] : [];
    const seen = new Set<string>();
    const law = fc.asyncProperty(bodyOf(resource, schemaName, base), async (body) => {
      // For the limit of changes a minute.
      api.provider.advance(10);
      const { sent, status, json, headers } = await putValid(address, base, body);
      expect(status, JSON.stringify([sent, json])).toBe(200);
      for (const name of Object.keys(sent)) seen.add(name);
      const read = await call('GET', address);
      expect({ ...json, client_secret: 0 }).toEqual({ ...read.json, client_secret: 0 });
      expect(headers.etag).toBe(read.headers.etag);
      const number = await lastRevisionNumber(db);
      for (const method of ['PUT', ...patch]) {
        const again = await call(method, address, read.json, String(read.headers.etag));
        expect({ ...again.json, client_secret: 0 }, method).toEqual({ ...read.json, client_secret: 0 });
        expect(again.headers.etag).toBe(read.headers.etag);
      }
      expect(await lastRevisionNumber(db)).toBe(number);
      // The history knows the entry as it is stored, so the change can be undone without a review.
      expect((await call('GET', `/revisions/${number}/undo`)).json).toMatchObject({ changed_since: [] });
    });
    await fc.assert(law, plan);
    // Otherwise the law says nothing about most settings.
    expect(seen.size).toBeGreaterThan(Object.keys(settingsOf(schemaName)).length / 2);
  });
});

function settingsOf(schemaName: string): Body {
  const schema = components[schemaName];
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
}

function schemasOf(whole: Body): Body {
  const parts = isRecord(whole.components) ? whole.components.schemas : {};
  return isRecord(parts) ? parts : {};
}
