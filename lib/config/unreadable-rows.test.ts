import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeClients } from '#lib/testing/change-clients';
import { nestedLists } from '#lib/testing/odd-json';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration, type EntryChange } from './change';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { sections } from './sections';

const configuration = {
  scopes: [{ name: 'orders', type: 'resource', display_name: 'Orders', claims: ['role'] }],
  clients: [
    {
      client_id: 'broken',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://rp.test/cb'],
      scope: 'openid',
    },
    { client_id: 'whole', token_endpoint_auth_method: 'none', redirect_uris: ['https://rp2.test/cb'], scope: 'openid' },
  ],
  users: [{ username: 'alice', claims: { name: 'Alice' } }],
  identity_providers: [{ name: 'corp', display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 'y' }],
  tenants: [{ name: 'acme', display_name: 'Acme' }],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());
beforeEach(() => provider.configure(configuration));

const deepKeys = `{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":${nestedLists(4000)}}]}`;

type Section = 'clients' | 'scopes' | 'users' | 'identity_providers' | 'tenants';

/** The broken rows: the fault, the section, the entry's name and a statement that breaks it. */
const rows: readonly [string, Section, string, () => Promise<unknown>][] = [
  ['a key 4,000 levels deep', 'clients', 'broken', () => breakClient({ jwks: JSON.parse(deepKeys) })],
  [
    'a claim 4,000 levels deep',
    'clients',
    'broken',
    () => breakClient({ claims: { a: JSON.parse(nestedLists(4000)) } }),
  ],
  [
    'an unknown member 100,000 levels deep',
    'clients',
    'broken',
    () => writeClient(`{"later":${nestedLists(100_000)},"responseTypes":[]}`),
  ],
  ['half an object', 'clients', 'broken', () => writeClient('{"claims":')],
  ['a list in place of the whole', 'clients', 'broken', () => writeClient('[]')],
  ['a list for an object', 'clients', 'broken', () => breakClient({ claims: [] })],
  ['an object for a list', 'clients', 'broken', () => breakClient({ grantTypes: {} })],
  ['a number for a text', 'clients', 'broken', () => breakClient({ clientName: 7 })],
  ['null where there must be a value', 'clients', 'broken', () => breakClient({ requireConsent: null })],
  ['no value where the default is unknown', 'clients', 'broken', () => breakClient({ responseTypes: undefined })],
  ['an unknown word', 'clients', 'broken', () => breakClient({ tokenEndpointAuthMethod: 'telepathy' })],
  ['an invalid filter of providers', 'clients', 'broken', () => breakClient({ identityProviders: 7 })],
  [
    'a filter of providers that allows and denies',
    'clients',
    'broken',
    () => breakClient({ identityProviders: { allow: ['corp'], deny: [] } }),
  ],
  [
    'a filter of providers with a broken half',
    'clients',
    'broken',
    () => breakClient({ identityProviders: { allow: '*', deny: null } }),
  ],
  ['invalid texts', 'scopes', 'orders', () => write(db().scope, { texts: { en: 'Orders' } })],
  ['an unknown type', 'scopes', 'orders', () => write(db().scope, { type: 'x' })],
  ['invalid claims', 'users', 'alice', () => db().user.updateMany({ data: { claims: '{' } })],
  ['invalid tenants', 'users', 'alice', () => db().user.updateMany({ data: { tenants: '' } })],
  ['an invalid mapping', 'identity_providers', 'corp', () => write(db().identityProvider, { claimMapping: 1 })],
  ['an invalid level', 'identity_providers', 'corp', () => write(db().identityProvider, { acrMapping: { mfa: 9 } })],
  ['an invalid theme', 'tenants', 'acme', () => write(db().tenant, { theme: null })],
  ['an invalid color', 'tenants', 'acme', () => write(db().tenant, { theme: { primary: 7 } })],
];
const db = () => provider.context().db;
const breakClient = (members: object) => changeClients(db(), { clientId: 'broken' }, { ...members });
const writeClient = (settings: string) => db().client.updateMany({ where: { clientId: 'broken' }, data: { settings } });

type Table = {
  readonly findFirst: () => PromiseLike<{ readonly settings: string } | null>;
  readonly updateMany: (change: { readonly data: { readonly settings: string } }) => PromiseLike<unknown>;
};

async function write(table: Table, members: object) {
  const { settings = '{}' } = (await table.findFirst()) ?? {};
  await table.updateMany({ data: { settings: JSON.stringify({ ...JSON.parse(settings), ...members }) } });
}

const nameOf = (entry: object): unknown =>
  Reflect.get(entry, 'name') ?? Reflect.get(entry, 'clientId') ?? Reflect.get(entry, 'canonicalUsername');

async function find(section: Section, name: string) {
  const entries: readonly { readonly enabled: boolean; readonly unreadable?: true }[] = await sections[section].list(
    db(),
    null,
  );
  return entries.find((entry) => nameOf(entry) === name);
}

describe.each(rows)('a stored row with %s', (_, section, name, breakRow) => {
  it('is disabled and marked, without an effect on other rows', async () => {
    await breakRow();
    expect(await find(section, name)).toMatchObject({ enabled: false, unreadable: true });
    expect(await find('clients', 'whole')).toMatchObject({ enabled: true });
  });

  it('is omitted from an export, which can be applied', async () => {
    await breakRow();
    const exported = await exportConfiguration(db(), 'json');
    expect(Object.keys(JSON.parse(exported).clients)).not.toHaveLength(0);
    const entries: readonly object[] = JSON.parse(exported)[section] ?? [];
    const names = entries.map(
      (entry) => Reflect.get(entry, 'client_id') ?? Reflect.get(entry, 'username') ?? nameOf(entry),
    );
    expect(names).not.toContain(name);
    await provider.configure(JSON.parse(exported));
  });

  it('is repaired by a file that lists it', async () => {
    await breakRow();
    await provider.configure(configuration);
    const repaired = await find(section, name);
    expect(repaired).toMatchObject({ enabled: true });
    expect(repaired).not.toHaveProperty('unreadable');
  });

  it('can be deleted by an administrator and by prune', async () => {
    const { now, settings } = provider.context();
    const by = { now, secret: settings.secret, by: byCommandLine };
    const change: EntryChange = { section, key: name, entry: null };
    await breakRow();
    expect((await changeConfiguration({ db: db() }, [change], by)).changes).toHaveLength(1);
    expect(await find(section, name)).toBeUndefined();
    await provider.configure(configuration);
    await breakRow();
    await applyConfiguration({ db: db() }, parseConfiguration('{}'), { ...by, prune: true });
    expect(await find(section, name)).toBeUndefined();
  });
});
