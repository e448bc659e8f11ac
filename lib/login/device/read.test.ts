import { describe, expect, it } from 'vitest';
import { blankClient, toClient } from '#lib/clients/client-record';
import { deviceGrantType } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { readDevicePage } from './read';

const brand = { tenant: 'acme', name: 'Acme' };
const own = { tenant: null, name: 'Portal' };

/** The page where a code is entered, if these clients are registered. */
function enter(clients: readonly object[] = [], userCode: string | null = null, acr_values: string | null = null) {
  const records = clients.map((changes, index) => toClient({ ...blankClient(`tv-${index}`), ...changes }));
  const snapshot = {
    clients: new Map(records.map((client) => [client.clientId, client])),
    tenants: new Map([['acme', { name: 'acme', enabled: true }]]),
    brand: own,
    brands: new Map([['acme', brand]]),
  };
  const input = { interaction: null, cookieHeader: undefined, userCode, fields: { acr_values } };
  return readDevicePage({ snapshot } as unknown as Context, input);
}

const numeric = { grantTypes: new Set([deviceGrantType]), userCode: 'numeric' };
const letters = { ...numeric, userCode: 'base20' };

describe('the page that asks for a user code', () => {
  it.each<[string, object[], boolean]>([
    ['all clients have numeric codes', [numeric, numeric], true],
    ['one client has letters', [numeric, letters], false],
    ['the client with letters is disabled', [numeric, { ...letters, enabled: false }], true],
    ['the client with letters has no device grant', [numeric, { userCode: 'base20' }], true],
    ['no client has the device grant', [{ userCode: 'numeric' }], false],
  ])('shows a keypad only when every code is numeric: %s', async (_, clients, isNumeric) => {
    expect(await enter(clients)).toMatchObject({ page: 'device', isNumeric });
  });

  it.each([
    [null, { userCode: '', isPrefilled: false }],
    ['not a code', { userCode: '', isPrefilled: false }],
    ['wdjbmjht', { userCode: 'WDJB-MJHT', isPrefilled: true }],
  ])('prefills a valid code of the link: %j', async (userCode, expected) => {
    expect(await enter([], userCode)).toMatchObject({ ...expected, problem: null });
  });

  it.each([
    [null, own],
    ['urn:x', own],
    ['tenant:nobody', own],
    ['urn:x tenant:acme', brand],
  ])('has the brand of the tenant in its address: %j', async (acrValues, expected) => {
    expect(await enter([], null, acrValues)).toMatchObject({ frame: { brand: expected } });
  });
});
