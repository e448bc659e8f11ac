import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { summaryOf } from '#lib/admin/entries/setting-labels';
import { apiFields, apiSchema } from '#lib/apis/settings';
import { clientFields, clientSchema } from '#lib/clients/schema';
import { formatPath, type Problem, problemsOf } from '#lib/config/problem';
import { userFields, userSchema } from '#lib/config/user-schema';
import { groupFields, groupSchema } from '#lib/groups/settings';
import { providerFields, providerSchema } from '#lib/providers/schema';
import { scopeFields, scopeSchema } from '#lib/scopes/schema';
import { portalFields, portalSchema } from '#lib/tenants/portal-schema';
import { tenantFields, tenantSchema } from '#lib/tenants/schema';
import { expectation } from '#lib/vocabulary/expectation';
import { inOneLine, isWorded, sentenceOf } from './problems';

/** A valid entry, and the keys of the section. */
const sections: Readonly<Record<string, { schema: z.ZodType; keys: object; entry: object }>> = {
  clients: {
    schema: clientSchema,
    keys: clientFields,
    entry: { client_id: 'web', redirect_uris: ['https://shop.example/cb'], client_secrets: [{ value: 'secret' }] },
  },
  apis: { schema: apiSchema, keys: apiFields, entry: { name: 'orders' } },
  groups: { schema: groupSchema, keys: groupFields, entry: { name: 'finance' } },
  scopes: { schema: scopeSchema, keys: scopeFields, entry: { name: 'orders', type: 'resource' } },
  identity_providers: {
    schema: providerSchema,
    keys: providerFields,
    entry: { name: 'up', display_name: 'Up', type: 'oidc', issuer: 'https://up.example', client_id: 'c' },
  },
  tenants: { schema: tenantSchema, keys: tenantFields, entry: { name: 'acme', display_name: 'Acme' } },
  portal: { schema: portalSchema, keys: portalFields, entry: {} },
  users: { schema: userSchema, keys: userFields, entry: { username: 'ann' } },
};

const wrongTexts = [
  '',
  ' ',
  'a b',
  'a\u202eb',
  'x'.repeat(20_000),
  'http://shop.example/cb',
  'https://shop.example/#x',
  'https://*.example/',
  'https://shop.example/?state=1',
  'https://u@shop.example/',
  'https://SHOP.example/a/../b',
  'https://shop.example/../b',
  'https://',
  'https://shop.example/path?x',
  'com.example.app:/cb',
  'implicit',
  'none',
  'private_key_jwt',
  'id_token',
  'github',
  'identity',
  'local',
  'offline_access',
  'https://login.microsoftonline.com/common/v2.0',
  'idp:x',
];

const wrongGroups = [
  {},
  { keys: [] },
  { keys: [{ kty: 'RSA', d: 'x' }] },
  { allow: ['a b'] },
  { 'a b': { display_name: 1 } },
  { de: { display_name: 1 } },
  { sub: 'x', ok: Number.NaN },
  { email_verified: 'other', email: '' },
  { 'urn:signet:acr:2': 2, x: 9 },
  { primary: 'red', logo: 'x', radius: 'wide', mode: 'x' },
  { support: 'x', privacy: 'x' },
  { value: 'a', hash: 'b', expires_at: 'soon' },
  { long: 'x'.repeat(20_000) },
];

const battery: readonly unknown[] = [
  undefined,
  null,
  1.5,
  -1,
  1e12,
  true,
  ...wrongTexts,
  ...wrongTexts.map((text) => [text]),
  [],
  [1],
  ['a', 'a'],
  Array.from({ length: 1001 }, (_, index) => `a${index}`),
  ['code', 'token'],
  ['client_credentials'],
  ...wrongGroups,
  ...wrongGroups.map((group) => [group]),
];

/** All problems that a section's schema finds if one key has a wrong value. */
function problemsIn({ schema, keys, entry }: (typeof sections)[string]): readonly Problem[] {
  const wrong = [...Object.keys(keys), 'redirect_uri'].flatMap((key) =>
    battery.map((value) => ({ ...entry, [key]: value })),
  );
  const found = wrong.flatMap((value) => {
    const parsed = schema.safeParse(value, { error: expectation });
    return parsed.success ? [] : problemsOf(parsed.error.issues);
  });
  return [...new Map(found.map((problem) => [`${formatPath(problem.path)} ${problem.code}`, problem])).values()];
}

describe('the sentence for a problem', () => {
  it.each(Object.entries(sections))('exists for every problem of %s', (section, given) => {
    const problems = problemsIn(given);
    expect(problems.length).toBeGreaterThan(3 * Object.keys(given.keys).length);
    for (const { path, code, facts = {} } of problems) {
      const field = formatPath(path);
      const problem = { field, code, facts };
      const { text, standard } = sentenceOf(problem, section);
      expect(text, `${field} ${code}`).toMatch(/^[A-Z“.]/);
      expect(isWorded(code), code).toBe(true);
      const shown = `${inOneLine(sentenceOf(problem, section))} ${summaryOf(problem, section)}`;
      expect(shown).not.toMatch(/\[\d+\]|\w\.\d+\.\w|RFC|OpenID|undefined|null|NaN|expected/);
      if (/[[.]/.test(field)) expect(shown).not.toContain(field);
      if (standard) expect(standard.href).toMatch(/^https:/);
    }
  });

  it('exists for every rule of the configuration and of the forms', () => {
    const folders = [
      'vocabulary',
      'apis',
      'clients',
      'scopes',
      'tenants',
      'providers',
      'config',
      'config/sections',
      'users',
    ];
    const files = [...folders, 'admin/users', 'admin/clients', 'admin/entries', 'admin/tenants', 'admin/kit'].flatMap(
      (folder) =>
        readdirSync(`lib/${folder}`)
          .filter((name) => /(?<!\.test)\.ts$/.test(name))
          .map((name) => readFileSync(`lib/${folder}/${name}`, 'utf8')),
    );
    const codes = files.flatMap((text) => [
      ...text.matchAll(/(?:path[^;]{0,200}?|field[^;]{0,60}?|params: \{ |return \{ |: \{ )code: '(\w+)'/g),
      ...text.matchAll(/refuse\(\s*\w+,\s*\[[^\]]*\](?:\)\],)?,?\s*'(\w+)'/g),
      ...text.matchAll(/problem: '((?:unreadable|json)_\w+)'/g),
    ]);
    const rules = new Set(codes.map(([, code = '']) => code));
    expect(rules.size).toBeGreaterThan(60);
    const unknown = [...rules].filter((code) => !isWorded(code) && !notShown.has(code));
    expect(unknown).toEqual([]);
  });

  it.each([
    [
      'redirect_uris[1]',
      'redirect_uri_http',
      '',
      'Redirect URIs, line 2: use https. Plain http only works for localhost, and in a private network for clients that you register.',
    ],
    [
      'redirect_uris[1]',
      'redirect_uri_http',
      'https://a.example\n\nhttp://b.example',
      'Redirect URIs, line 3: use https. Plain http only works for localhost, and in a private network for clients that you register.',
    ],
    ['client_name', 'empty', '', 'Name: enter a name.'],
    ['claims.sub', 'claim_reserved', '', /^[\w ]+, “sub”: this claim is reserved/],
    ['jwks.keys[0].d', 'private_key', '', /item 1: remove the private parts/],
    ['response_types[0]', 'response_type', '', /^Response types, item 1: choose/],
  ])('%s %s', (field, code, typed, expected) => {
    expect(summaryOf({ field, code }, 'clients', typed)).toMatch(expected);
  });

  it('names the setting inside a text, and links what requires it', () => {
    const problem = { field: 'json', within: 'redirect_uris[0]', code: 'redirect_uri_wildcard' };
    expect(summaryOf(problem, 'clients')).toMatch(/^Redirect URIs, item 1: enter each URI in full/);
    const { standard } = sentenceOf(problem, 'clients');
    expect(standard?.href).toBe('https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3');
    expect(
      summaryOf({ field: 'texts.de.display_name', code: 'too_big', facts: { limit: 200, of: 'string' } }, 'scopes'),
    ).toMatch(/\(de\): use at most 200 characters\.$/);
  });
});

/** Rules that no form can violate. */
const notShown: ReadonlySet<string> = new Set(['in_use', 'custom']);
