import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireClient } from '#lib/clients/client-record';
import { findClient } from '#lib/clients/client-store';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    portal: { dynamic_registration: 'open' },
    groups: [{ name: 'staff' }],
    apis: [{ name: 'orders', roles: [{ name: 'reader' }] }],
  });
});
afterAll(() => provider.close());

/** What decides who may use a client and what its tokens say of people, as a program could wish it. */
const wished = {
  access: 'assigned',
  access_groups: ['staff'],
  access_contact: 'mailto:evil@example.com',
  approver_groups: ['staff'],
  roles: [{ name: 'admin', groups: ['staff'], default: true }],
  api_roles: [{ api: 'orders', roles: ['reader'] }],
  groups_claim: { show: 'all' },
  claim_rules: [{ claim: 'role', value: ['admin'] }],
  launcher: 'on',
};
const metadata = { redirect_uris: ['https://rp.example/cb'] };

async function settingsOf(clientId: string) {
  const found = await findClient(provider.context().db, clientId);
  if (found === null) throw new Error('there is no such client');
  const wire = wireClient(found.record);
  return Object.fromEntries(Object.keys(wished).map((key) => [key, wire[key]]));
}

const send = (path: string, method: string, body: object, bearer?: string) =>
  provider.send(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
  });

describe('a program that registers itself (decision 023)', () => {
  it('sets nothing of who may use it and what it learns of groups and roles', async () => {
    const plain = bodyOf(await send('/connect/register', 'POST', metadata));
    const response = await send('/connect/register', 'POST', { ...metadata, ...wished });
    expect(response.status).toBe(201);
    const registered = bodyOf(response);
    for (const key of Object.keys(wished)) expect(registered, key).not.toHaveProperty(key);
    expect(await settingsOf(String(registered.client_id))).toEqual(await settingsOf(String(plain.client_id)));
  });

  it('changes nothing of that either, and leaves what an operator set', async () => {
    const registered = bodyOf(await send('/connect/register', 'POST', metadata));
    const id = String(registered.client_id);
    const found = await findClient(provider.context().db, id);
    if (found === null) throw new Error('there is no such client');
    const { api_roles: _, ...ours } = wished;
    await provider.configure({ clients: [{ ...wireClient(found.record), ...ours, claim_rules: [] }] });
    const before = await settingsOf(id);
    expect(before).toMatchObject({ access: 'assigned', launcher: 'on', access_groups: ['staff'] });
    const update = { ...metadata, client_id: id, access: 'everyone', roles: [], launcher: 'off', client_name: 'Anew' };
    const uri = String(registered.registration_client_uri);
    const response = await send(uri, 'PUT', update, String(registered.registration_access_token));
    expect([response.status, bodyOf(response).client_name]).toEqual([200, 'Anew']);
    expect(await settingsOf(id)).toEqual(before);
  });
});
