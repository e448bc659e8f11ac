import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClientRecord } from '#lib/clients/client';
import { blankClient } from '#lib/clients/client-record';
import { clientTable, findClient, listClients } from '#lib/clients/client-store';
import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { createId } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { storeDocument } from '../documents/resolve-document';
import { findNoPlace, openLimits } from './find-no-place';

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({ portal: { dynamic_registration: 'open' } });
});
beforeEach(async () => {
  await provider.context().db.client.deleteMany({});
});
afterAll(() => provider.close());

async function register(clientAddress: string, bearer?: string) {
  const body = JSON.stringify({ redirect_uris: ['https://app.test/cb'] });
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) };
  return provider.send('/connect/register', { method: 'POST', headers, body, clientAddress });
}

/** Stores self-registered clients of a network. */
async function fill(registrantNetwork: string | null, count: number): Promise<void> {
  const { db, now } = provider.context();
  const clients = Array.from({ length: count }, () => ({
    ...blankClient(createId()),
    selfRegistered: true,
    registrantNetwork,
  }));
  await transaction(db, clientTable.create(db.prepared.dialect, clients, { now }), { timeout: 120_000 });
}

/** Asks without a request, because many clients take long to read into a snapshot. */
const refusalOf = (network: string) =>
  transaction(provider.context().db, async (tx) => (await findNoPlace(tx, network))?.rule ?? null);

const full = { error: 'temporarily_unavailable' };

describe('the places of clients that nobody vouches for', () => {
  it.each([
    ['198.51.100.0/24', '198.51.100.255', '198.51.101.0'],
    ['198.51.100.0/24', '::ffff:198.51.100.7', '::ffff:198.51.99.7'],
    ['2001:db8::/32', '2001:db8:ffff:ffff::1', '2001:db9::1'],
  ])('are held by %s for a tenth at most, by %s too, and not by %s', async (network, inside, outside) => {
    await fill(network, 199);
    expect((await register(inside)).status, 'the last of its share').toBe(201);
    const refused = await register(inside);
    expect([refused.status, refused.headers['retry-after'], bodyOf(refused)]).toMatchObject([503, '3600', full]);
    expect((await register(outside)).status).toBe(201);
  });

  it('are a tenth of those that others leave, so that a few networks never hold them all', async () => {
    const { db } = provider.context();
    await fill(null, openLimits.clients);
    await db.client.updateMany({ data: { selfRegistered: false } });
    const parked = (await db.client.findMany({ select: { clientId: true } })).map(({ clientId }) => clientId).values();
    const take = async (count: number, registrantNetwork: string) => {
      const clientIds = Array.from({ length: count }, () => parked.next().value ?? 'none');
      const data = { selfRegistered: true, registrantNetwork };
      expect((await db.client.updateMany({ where: { clientId: { in: clientIds } }, data })).count).toBe(count);
    };
    for (const [index, share] of [200, 180, 162, 146, 132, 118, 107].entries()) {
      const network = `203.0.${index}.0/24`;
      await take(share - 1, network);
      expect(await refusalOf(network)).toBeNull();
      await take(1, network);
      expect(await refusalOf(network)).toBe('registrations_of_network_full');
    }
    expect(openLimits.clients - (await db.client.count({ where: { selfRegistered: true } }))).toBe(955);
    await take(953, 'others');
    expect(await refusalOf('192.0.2.0/24')).toBeNull();
    await take(1, '192.0.2.0/24');
    expect(await refusalOf('192.0.2.0/24'), 'one of the last two').toBe('registrations_of_network_full');
    expect(await refusalOf('198.51.100.0/24'), 'the last').toBeNull();
    await take(1, '198.51.100.0/24');
    expect(await refusalOf('203.0.113.0/24')).toBe('registrations_full');
  }, 120_000);

  it('counts a network once, however many requests arrive at once', async () => {
    await fill('198.51.100.0/24', 197);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => register(`198.51.100.${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503, 503, 503, 503, 503]);
  });

  it('are not needed with an initial access token, whose client has no network', async () => {
    const { db, now } = provider.context();
    await fill('198.51.100.0/24', 200);
    const token = await createInitialToken(
      db,
      { description: null, remainingUses: 1, flows: 'code', expiresAt: null },
      now,
    );
    const { client_id } = bodyOf(await register('198.51.100.1', token));
    expect((await findClient(db, String(client_id)))?.record).toMatchObject({
      selfRegistered: false,
      registrantNetwork: null,
    });
  });

  it('stay those of the network when the client replaces its metadata, and are free once somebody vouches for it', async () => {
    const { db } = provider.context();
    const made = bodyOf(await register('198.51.100.1'));
    const clientId = String(made.client_id);
    const put = await provider.send(`/connect/register?client_id=${clientId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${made.registration_access_token}` },
      body: JSON.stringify({ client_id: clientId, redirect_uris: ['https://app.test/other'] }),
      clientAddress: '203.0.113.1',
    });
    expect(put.status).toBe(200);
    expect((await listClients(db))[0]).toMatchObject({
      redirectUris: ['https://app.test/other'],
      registrantNetwork: '198.51.100.0/24',
    });
    const vouched = { client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: ['https://app.test/cb'] };
    await provider.configure({ portal: { dynamic_registration: 'open' }, clients: [vouched] });
    expect((await listClients(db))[0]).toMatchObject({ selfRegistered: false, registrantNetwork: null });
  });

  it('are those of documents too', async () => {
    const store = (id: string) => {
      const { now } = provider.context();
      return storeDocument(
        {
          describe: (one: ClientRecord) => ({ ...one, selfRegistered: true, documentHash: 'x'.repeat(43) }),
          former: blankClient(`https://${id}.example/client`),
          expiresAt: now,
          clientAddress: '198.51.100.1',
        },
        provider.context(),
      );
    };
    await fill('198.51.100.0/24', 199);
    expect(await store('first')).toBeNull();
    expect(await store('first'), 'stored already').toBeNull();
    expect(await store('second')).toMatchObject({ rule: 'registrations_of_network_full', retry: { status: 503 } });
    expect((await register('198.51.100.2')).status).toBe(503);
  });
});
