import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { lastRevisionNumber, listRevisions } from '#lib/audit/revision-store';
import { listClients } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { readRevision } from '#lib/db/revision';
import { openProviderSecret, sealProviderSecret } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { recordStatements } from '#lib/testing/record-statements';
import type { Authorship } from './authorship';
import { changeConfiguration, type EntryChange, planChanges } from './change';
import { exportConfiguration } from './export';
import { changesBackTo } from './revisions/undo';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const by: Authorship = {
  source: 'area',
  actor: { kind: 'user', id: 'sub-root', name: 'root' },
  reason: 'because',
  address: '192.0.2.7',
  requestId: 'request-1',
};
const client = (more: object = {}): EntryChange => ({
  section: 'clients',
  key: 'web',
  entry: {
    client_id: 'web',
    client_secrets: [{ value: 'web-secret' }],
    redirect_uris: ['https://rp.test/cb'],
    scope: 'openid orders',
    ...more,
  },
});
const orders: EntryChange = { section: 'scopes', key: 'orders', entry: { name: 'orders', type: 'resource' } };

/** The statements that read rows of clients. */
async function readsOfClients(work: () => Promise<unknown>) {
  const statements = await recordStatements(work);
  return statements.filter(({ sql }) => /^SELECT .* FROM \S*[`"]Client[`"]/s.test(sql));
}

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

const change = (...changes: EntryChange[]) => changeConfiguration(open, changes, { secret, now, by });

describe('changeConfiguration', () => {
  it('writes entries with a revision and audit events, both without secrets', async () => {
    await change(orders, client());
    await change(client({ client_name: 'Web shop' }));
    const [last, first] = await listRevisions(open.db, { before: null, limit: 9 });
    expect(first).toMatchObject({
      source: 'area',
      actor: { id: 'sub-root', name: 'root' },
      reason: 'because',
    });
    expect(first?.entries).toEqual(
      new Map([
        ['clients', 1],
        ['scopes', 1],
      ]),
    );
    expect([last?.number, first?.number], 'the keys that came before have no number').toEqual([2, 1]);
    expect(last?.entries).toEqual(new Map([['clients', 1]]));
    const events = await listEvents(open.db, {}, 9);
    expect(events.map(({ type }) => type).sort()).toEqual(['client.created', 'client.updated', 'scope.created']);
    const updated = events.find(({ type }) => type === 'client.updated');
    expect(updated).toMatchObject({
      actorName: 'root',
      targetId: 'web',
      clientName: 'Web shop',
      address: '192.0.2.7',
      requestId: 'request-1',
    });
    expect(JSON.parse(updated?.details ?? '')).toMatchObject({
      reason: 'because',
      before: { client_name: null, client_secrets: 1 },
      after: { client_name: 'Web shop', client_secrets: 1 },
    });
    expect(events.map(({ details }) => details).join()).not.toContain('sha256');
  });

  it('refuses an entry with the path of each problem, and writes nothing', async () => {
    const wrong = change(client({ scope: 'openid unknown', redirect_uris: ['https://rp.test/cb#fragment'] }));
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_configuration',
      problems: [{ path: ['clients', 0, 'redirect_uris', 0] }],
    });
    expect(await listRevisions(open.db, { before: null, limit: 9 })).toEqual([]);
    expect(await readRevision(open.db)).toBe(0);
  });

  it('refuses to delete an entry that another one refers to', async () => {
    await change(orders, client());
    const removal: EntryChange = { section: 'scopes', key: 'orders', entry: null };
    await expect(change(removal)).rejects.toMatchObject({
      problems: [{ code: 'in_use', message: 'scope orders is still used by client web' }],
    });
    await change(removal, client({ scope: 'openid' }));
    expect(await exportConfiguration(open.db)).not.toContain('orders');
  });

  it('reads no other client to save one, but all of them before a deletion', async () => {
    await change(orders, client(), client({ client_id: 'other' }));
    const reads = await readsOfClients(() => change(client({ client_name: 'Web shop' })));
    expect(reads.length).toBeGreaterThan(0);
    for (const { sql } of reads) expect(sql).toMatch(/WHERE .*[`"]clientId[`"] (?:IN|=) /s);
    const removal = change({ section: 'scopes', key: 'orders', entry: null });
    await expect(removal).rejects.toThrow(/still used by (?:client web, client other|client other, client web)/);
  });

  it('passes the changes to a check, and undoes everything if it throws', async () => {
    const check = () => {
      throw new Error('stale');
    };
    await expect(changeConfiguration(open, [orders], { secret, now, by, check })).rejects.toThrow('stale');
    expect(await readRevision(open.db)).toBe(0);
  });

  it('can plan the same without writing', async () => {
    const { changes } = await planChanges(open, [orders, client()], { secret });
    expect(changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['create orders', 'create web']);
    expect(await readRevision(open.db)).toBe(0);
  });
});

describe('a provider whose stored secret does not open with SIGNET_SECRET', () => {
  const corp = { name: 'corp', display_name: 'Corp', type: 'oidc', issuer: 'https://corp.test', client_id: 'x' };
  const edit = (more: object): EntryChange => ({
    section: 'identity_providers',
    key: 'corp',
    entry: { ...corp, ...more },
  });
  const sealed = sealProviderSecret(masterSecret('another secret, of some length as well'), 'corp', 'a secret');

  beforeEach(async () => {
    await change(edit({ client_secret: 'a secret' }));
    const where = { name: 'corp' };
    await open.db.identityProvider.update({ where, data: { clientSecretSealed: sealed }, select: { name: true } });
  });

  it('gets another secret', async () => {
    await change(edit({ client_secret: 'another' }));
    const [provider] = await listProviders(open.db);
    expect(openProviderSecret(secret, 'corp', provider?.clientSecretSealed ?? '')).toBe('another');
  });

  it('can be disabled, and keeps what is stored', async () => {
    await change(edit({ client_secret: { sealed }, enabled: false }));
    expect(await listProviders(open.db)).toMatchObject([{ enabled: false, clientSecretSealed: sealed }]);
  });
});

describe('changesBackTo', () => {
  it('restores the configuration of a revision, including secrets', async () => {
    await change(orders, client());
    const before = await exportConfiguration(open.db);
    const number = await lastRevisionNumber(open.db);
    await change(client({ client_name: 'Other', client_secrets: [{ value: 'another' }], scope: 'openid' }));
    await change({ section: 'scopes', key: 'orders', entry: null });
    await change({ section: 'portal', key: '', entry: { login: 'identifier' } });
    await change({
      section: 'identity_providers',
      key: 'corp',
      entry: { name: 'corp', display_name: 'C', type: 'oidc', issuer: 'https://corp.test', client_id: 'x' },
    });
    await change(...(await changesBackTo(open.db, number)));
    expect(await exportConfiguration(open.db)).toBe(before);
    expect((await listClients(open.db)).map(({ clientId }) => clientId)).toEqual(['web']);
  });

  it('restores the order of the providers, and the place of a deleted one', async () => {
    const provider = (name: string): EntryChange => {
      const entry = { name, display_name: name, type: 'oidc', issuer: `https://${name}.test`, client_id: 'x' };
      return { section: 'identity_providers', key: name, entry };
    };
    await change(provider('one'), provider('two'), provider('three'));
    const before = await exportConfiguration(open.db);
    const number = await lastRevisionNumber(open.db);
    await change({ section: 'identity_providers', key: 'two', entry: null });
    await change(provider('three'), provider('one'));
    await change(...(await changesBackTo(open.db, number)));
    expect(await exportConfiguration(open.db)).toBe(before);
  });

  it('is empty if nothing changed since', async () => {
    await change(orders);
    expect(await changesBackTo(open.db, await lastRevisionNumber(open.db))).toEqual([]);
  });
});
