import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { findClient, toClientRow } from '#lib/clients/client-store';
import { clientFields } from '#lib/clients/schema';
import { portalFields } from '#lib/tenants/portal-schema';
import { changeClients, storedSettings } from '#lib/testing/change-clients';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { camelCase } from '#lib/vocabulary/keys';
import { exportConfiguration } from './export';

const client = {
  client_id: 'web',
  client_name: 'Web shop',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.test/cb'],
  backchannel_logout_uri: 'https://rp.test/out',
  self_registered: true,
  agent_state: 'approved',
  agent_end_date: '2099-01-31',
  tenant: 'acme',
  scope: 'openid',
};
const configuration = {
  portal: { session_absolute_seconds: 7200, remember_seconds: 9000, acr_aliases: { gold: 2 } },
  scopes: [{ name: 'orders', type: 'resource', texts: { de: { display_name: 'Bestellungen' } } }],
  clients: [client, { ...client, client_id: 'off', enabled: false, agent_end_date: null, tenant: null }],
  identity_providers: [{ name: 'corp', display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 'y' }],
  tenants: [{ name: 'acme', display_name: 'Acme', theme: { primary: '#0a5' }, links: { terms: 'https://acme.test/' } }],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const db = () => provider.context().db;

/** The members of a row's JSON that a column repeats, and the columns. */
function repeated({ settings, ...columns }: { readonly settings: string }) {
  const members: object = JSON.parse(settings);
  const shared = Object.keys(columns).filter((name) => Object.hasOwn(members, name));
  const pick = (from: object) => Object.fromEntries(shared.map((name) => [name, Reflect.get(from, name)]));
  return { columns: pick(columns), members: pick(members) };
}

describe('a stored entry (decision 009)', () => {
  it('has the same value in a column as in its JSON', async () => {
    const names = new Set<string>();
    const tables = [
      await db().client.findMany(),
      await db().scope.findMany(),
      await db().identityProvider.findMany(),
      await db().tenant.findMany(),
      await db().portal.findMany(),
    ];
    for (const rows of tables) {
      expect(rows).not.toHaveLength(0);
      for (const row of rows) {
        const { columns, members } = repeated(row);
        expect(columns).toEqual(members);
        for (const name of Object.keys(columns)) names.add(name);
      }
    }
    const ofClients = [
      'access',
      'agentEndDate',
      'agentState',
      'backchannelLogoutUri',
      'enabled',
      'selfRegistered',
      'tenant',
    ];
    expect(names).toEqual(new Set([...ofClients, 'rememberSeconds', 'sessionAbsoluteSeconds']));
  });

  it('has every key, so that a changed default changes no stored entry', async () => {
    const { settings } = await db().portal.findFirstOrThrow();
    expect(Object.keys(JSON.parse(settings))).toEqual(Object.keys(portalFields).map(camelCase));
    const { client_id: _, client_secrets: __, ...others } = clientFields;
    expect(Object.keys(JSON.parse(toClientRow(blankClient('web')).settings))).toEqual(
      Object.keys(others).map(camelCase),
    );
  });

  it('has the default of a key that it does not have yet', async () => {
    const before = await exportConfiguration(db());
    const later = { dpopRequireNonce: undefined, requirePkce: undefined, defaultAcrValues: undefined };
    await changeClients(db(), {}, later);
    const { settings } = await db().tenant.findFirstOrThrow();
    const {
      theme: { texts: _, ...theme },
      links: __,
      ...tenant
    } = JSON.parse(settings);
    await db().tenant.updateMany({
      data: { settings: JSON.stringify({ ...tenant, theme, links: { terms: 'https://acme.test/' } }) },
    });
    expect(await exportConfiguration(db())).toBe(before);
    await provider.configure(configuration);
  });

  it('keeps a member that a newer process wrote, which has no effect', async () => {
    const before = await exportConfiguration(db());
    const newer = { futureKey: { of: ['a', 'later', 'release'] } };
    await changeClients(db(), { clientId: 'web' }, newer);
    const portal = await db().portal.findFirstOrThrow();
    await db().portal.updateMany({ data: { settings: JSON.stringify({ ...JSON.parse(portal.settings), ...newer }) } });
    expect(await exportConfiguration(db())).toBe(before);
    const changed = { ...configuration, portal: { ...configuration.portal, login: 'identifier' } };
    await provider.configure({ ...changed, clients: [{ ...client, client_name: 'Renamed' }] });
    expect(await storedSettings(db(), 'web')).toMatchObject({ ...newer, clientName: 'Renamed' });
    const saved = await db().portal.findFirstOrThrow();
    expect(JSON.parse(saved.settings)).toMatchObject({ ...newer, login: 'identifier' });
    expect((await findClient(db(), 'web'))?.record).toMatchObject({ enabled: true, newer });
    await provider.configure(configuration);
  });

  it('is not held against rules that came later', async () => {
    await changeClients(
      db(),
      { clientId: 'web' },
      { redirectUris: ['javascript:alert(1)'], accessTokenLifetimeSeconds: 0 },
    );
    const { record } = (await findClient(db(), 'web')) ?? expect.fail('it is stored');
    expect(record).toMatchObject({ enabled: true, redirectUris: ['javascript:alert(1)'] });
    await provider.configure(configuration);
  });

  it('of the portal must be readable, because nothing can be disabled instead', async () => {
    const { settings } = await db().portal.findFirstOrThrow();
    await db().portal.updateMany({ data: { settings: settings.replace('"login":"password"', '"login":"magic"') } });
    await expect(exportConfiguration(db())).rejects.toThrow('portal');
    await db().portal.updateMany({ data: { settings } });
  });
});
