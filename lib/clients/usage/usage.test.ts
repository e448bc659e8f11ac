import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { noteUse } from './note-use';
import {
  beginRecording,
  findRecordingStart,
  listClientUses,
  listUnusedClients,
  listUses,
  saveUses,
  writeUses,
} from './use-store';

const secret = 'a-client-secret-of-43-characters-or-more-AbCd';
const day = 86_400_000;

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: ['busy', 'idle'].map((client_id) => ({
      client_id,
      client_secrets: [{ value: secret }, { value: 'short' }],
      grant_types: ['client_credentials'],
      response_types: [],
      scope: 'orders',
    })),
  });
});

afterAll(() => provider.close());

const token = (fields = {}) =>
  provider.post('/connect/token', {
    grant_type: 'client_credentials',
    client_id: 'busy',
    client_secret: secret,
    ...fields,
  });

const uses = async () => {
  const { db } = provider.context();
  await writeUses(db);
  return (await listUses(db, ['busy', 'idle']))
    .map(({ clientId, kind, value }) => `${clientId} ${kind} ${value}`)
    .sort();
};

describe('the recorded use of a client', () => {
  it('ignores refused requests', async () => {
    await token({ client_secret: 'wrong' });
    expect(await uses()).toEqual([]);
  });

  it('covers the client, its secret, its grant type and its scopes', async () => {
    expect((await token()).status).toBe(200);
    const { snapshot } = provider.context();
    const id = snapshot.clients.get('busy')?.secrets[0]?.id;
    const expected = ['busy client ', 'busy grant_type client_credentials', 'busy scope orders', `busy secret ${id}`];
    expect(await uses()).toEqual(expected);
  });

  it('is written once an hour at most', async () => {
    const { db, now } = provider.context();
    const lastUse = async () => {
      await token();
      await writeUses(db);
      return (await listUses(db, ['busy'], ['client']))[0]?.at;
    };
    expect(await lastUse()).toEqual(now);
    provider.advance(3599);
    expect(await lastUse()).toEqual(now);
    // Pages show it at once, because the audit log beside it does.
    expect((await listClientUses(db, ['busy'])).get('busy')).toEqual(provider.context().now);
    provider.advance(1);
    expect(await lastUse()).toEqual(provider.context().now);
  });

  it('is written the next time if the database was away (decision 005)', async () => {
    const { db, now } = provider.context();
    let isAway = true;
    const away = new Proxy(db, {
      get: (open, name) => {
        if (isAway && name === 'client') throw new Error('the database is gone');
        return Reflect.get(open, name);
      },
    });
    const at = new Date(now.getTime() + day);
    noteUse(away, { clientId: 'idle', kind: 'scope', value: 'orders', at });
    await expect(writeUses(away)).rejects.toThrow('the database is gone');
    isAway = false;
    await writeUses(away);
    expect(await listUses(db, ['idle'], ['scope'])).toMatchObject([{ value: 'orders', at }]);
    await db.clientUse.deleteMany({ where: { clientId: 'idle' } });
  });

  it('never moves back in time, and is not written for a deleted client', async () => {
    const { db, now } = provider.context();
    const use = { kind: 'client', value: '', at: new Date(now.getTime() - day) } as const;
    await saveUses(db, [
      { ...use, clientId: 'busy' },
      { ...use, clientId: 'gone' },
    ]);
    expect((await listUses(db, ['busy', 'gone'], ['client'])).map(({ clientId }) => clientId)).toEqual(['busy']);
    expect((await listUses(db, ['busy'], ['client']))[0]?.at).toEqual(now);
  });

  it('does not say which clients are unused before recording started', async () => {
    const { db, now } = provider.context();
    expect(await listUnusedClients(db, now)).toBeNull();
  });
});

describe('the start of recording uses', () => {
  it('is the first call of several simultaneous processes', async () => {
    const { db } = provider.context();
    const times = Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2026, 0, 1, 0, index)));
    await Promise.all(times.map((time) => beginRecording(db, time)));
    const first = await findRecordingStart(db);
    expect(times).toContainEqual(first);
    await beginRecording(db, new Date(0));
    expect(await findRecordingStart(db)).toEqual(first);
  });
});

describe('the last characters of a secret', () => {
  it('are kept for a long secret, but not for a short one', () => {
    const secrets = provider.context().snapshot.clients.get('busy')?.secrets;
    expect(secrets?.map(({ ending }) => ending)).toEqual(['AbCd', null]);
  });
});
