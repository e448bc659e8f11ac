import { describe, expect, it } from 'vitest';
import type { Api } from '#lib/apis/api';
import { parseConfiguration } from '#lib/config/file';
import type { Scope } from '#lib/scopes/scope';
import { scopeView } from './read';

const claims = {
  email: 'ana@example.com',
  email_verified: true,
  picture: 'https://example.com/ana.png',
  role: ['buyer', '', 'https://example.com/role', 7],
  address: { locality: 'Lisbon' },
  height: 170,
};
const user = { username: 'ana', claims, access: '' };
const configuration = { groups: new Map(), providers: new Map() };
const viewWith = (scopes: ReadonlyMap<string, Scope>) => ({
  client: null,
  snapshot: { ...configuration, scopes },
  now: new Date(0),
});

const scope = (name: string, changes: Partial<Scope> = {}): Scope => ({
  name,
  apis: [],
  type: 'identity',
  displayName: null,
  description: null,
  texts: {},
  required: false,
  emphasize: false,
  enabled: true,
  claims: ['email', 'email_verified'],
  resource: null,
  audience: 'name',
  open: false,
  accessTokenTyp: null,
  introspectionSignedResponseAlg: null,
  introspectionEncryptedResponseAlg: null,
  introspectionEncryptedResponseEnc: null,
  secrets: [],
  jwks: null,
  jwksUri: null,
  builtIn: false,
  configured: true,
  ...changes,
});

const file = { scopes: [{ name: 'orders', type: 'resource' }], apis: [{ name: 'shop', scopes: ['orders'] }] };
const [read] = parseConfiguration(JSON.stringify(file)).sections.apis ?? [];
const apiNamed = (displayName: string | null): Api[] =>
  read === undefined ? [] : [{ ...read, displayName, secrets: [], roles: [] }];

const scopes = new Map(
  [
    scope('email', { displayName: 'Address', description: 'How to reach you', required: true, emphasize: true }),
    scope('orders', { type: 'resource' }),
  ].map((one) => [one.name, one]),
);

describe('a scope on the consent page', () => {
  it.each([
    [
      'email',
      {
        displayName: 'Address',
        description: 'How to reach you',
        required: true,
        emphasize: true,
        type: 'identity',
        values: ['ana@example.com'],
      },
    ],
    ['orders', { emphasize: false, required: false, type: 'resource', values: [] }],
  ])('%s has its texts and weight, and values only for an identity scope', (name, expected) => {
    expect(scopeView(name, user, viewWith(scopes))).toMatchObject({ name, ...expected });
  });

  it.each([
    ['gone', { type: 'resource', emphasize: false }],
    ['offline_access', { type: 'offline', emphasize: true }],
  ])('has no texts when it is unknown: %s', (name, expected) => {
    const nothing = { api: null, displayName: null, description: null, texts: {}, required: false, values: [] };
    expect(scopeView(name, user, viewWith(new Map()))).toEqual({ name, ...nothing, ...expected });
  });
});

it.each<[string, string | null, (string | null)[]]>([
  ['one API alone', 'Orders desk', ['Orders desk']],
  ['two APIs', null, ['Orders desk', 'Billing']],
  ['no API', null, []],
  ['one API without a display name', null, [null]],
])('names the API of a scope of %s', (_, expected, names) => {
  const apis = names.flatMap(apiNamed);
  const known = new Map([['orders', scope('orders', { type: 'resource', apis })]]);
  expect(scopeView('orders', user, viewWith(known)).api).toBe(expected);
});

it.each([
  ['texts', ['email'], ['ana@example.com']],
  ['numbers', ['height'], ['170']],
  ['lists of both', ['role'], ['buyer', '7']],
  ['not flags', ['email_verified'], []],
  ['not pictures', ['picture'], []],
  ['not structures', ['address'], []],
  ['nothing that the person does not have', ['phone_number'], []],
  ['in the order of the claims', ['height', 'email'], ['170', 'ana@example.com']],
])('shows values that a person recognizes: %s', (_, names, values) => {
  const scopes = new Map([['own', scope('own', { claims: names })]]);
  expect(scopeView('own', user, viewWith(scopes)).values).toEqual(values);
});
