import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { changeClients } from '#lib/testing/change-clients';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { confirmSnapshot, getSnapshot, refreshSnapshot, startSnapshot, stopSnapshot } from './current';
import type { Snapshot } from './snapshot';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2026-01-01T12:00:00Z');
const client = { client_id: 'web', redirect_uris: ['https://rp.test/cb'], client_secrets: [{ value: 'x' }] };

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
  await write(true);
});

afterEach(async () => {
  stopSnapshot();
  await open.close();
});

/** Configures the client as another process would, through a separate connection. */
async function write(enabled: boolean): Promise<void> {
  const other = await openDatabase(open.url);
  const file = parseConfiguration(JSON.stringify({ clients: [{ ...client, enabled }] }));
  await applyConfiguration(other, file, { prune: false, now: start, secret, by: byCommandLine });
  await other.close();
}

function at(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

describe('getSnapshot', () => {
  it('answers at once while the snapshot was confirmed less than 3 seconds ago (design: runtime)', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = getSnapshot(start);
    expect(first).not.toBeInstanceOf(Promise);
    expect(getSnapshot(at(2.999))).toBe(first);
    const later = getSnapshot(at(3));
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(first);
  });

  it('reads once for all waiting requests, and applies a change', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    await write(false);
    const [one, two] = [getSnapshot(at(3)), getSnapshot(at(3.1))];
    expect(one).toBe(two);
    expect((await one).clients.get('web')?.enabled).toBe(false);
    expect(getSnapshot(at(4))).toBe(await one);
  });

  it('keeps the same snapshot while the revision is the same', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    expect(await getSnapshot(at(10))).toBe(first);
    expect(getSnapshot(at(12))).toBe(first);
  });

  it('reads again when the clock went back', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const earlier = getSnapshot(at(-60));
    expect(earlier).toBeInstanceOf(Promise);
    await earlier;
  });

  it('fails with snapshot_unavailable when the database does not answer, and warns once', async () => {
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => warnings.push(message) };
    await startSnapshot({ db: open.db, secret, now: start, log: log as never });
    await open.db.$executeRawUnsafe('ALTER TABLE "Revision" RENAME TO "Gone"');
    for (const seconds of [5, 6]) {
      await expect(getSnapshot(at(seconds))).rejects.toMatchObject({ code: 'snapshot_unavailable' });
    }
    expect(warnings).toEqual(['the configuration could not be read']);
    await open.db.$executeRawUnsafe('ALTER TABLE "Gone" RENAME TO "Revision"');
    expect((await getSnapshot(at(7))).clients.size).toBe(1);
  });

  it('names a provider that it cannot read in the log, once (decision 006)', async () => {
    const corp = { name: 'corp', display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 's' };
    const file = parseConfiguration(JSON.stringify({ identity_providers: [corp, { ...corp, name: 'hub' }] }));
    await applyConfiguration(open, file, { prune: false, now: start, secret, by: byCommandLine });
    await open.db.identityProvider.update({ where: { name: 'corp' }, data: { clientSecretSealed: 'broken' } });
    const told: object[] = [];
    await startSnapshot({
      db: open.db,
      secret,
      now: start,
      log: { warn: (fields: object) => told.push(fields) } as never,
    });
    await rotateRecorded(open.db, { secret, now: start, by: byCommandLine });
    await refreshSnapshot(start);
    await write(false);
    await refreshSnapshot(start);
    expect(told).toEqual([{ provider: 'corp' }]);
  });

  it('fails with snapshot_unavailable before the start', async () => {
    await expect(getSnapshot(start)).rejects.toMatchObject({ code: 'snapshot_unavailable' });
  });
});

describe('refreshSnapshot', () => {
  it('includes everything written before the call, even during an older read', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const older = getSnapshot(at(3));
    await write(false);
    expect((await refreshSnapshot(at(3))).clients.get('web')?.enabled).toBe(false);
    await older;
  });
});

describe('startSnapshot', () => {
  it('fails when the first read fails', async () => {
    const failing = startSnapshot({
      db: open.db,
      secret: masterSecret('another secret of this test, as long'),
      now: start,
    });
    await expect(failing).rejects.toMatchObject({ code: 'snapshot_unavailable', cause: { code: 'wrong_secret' } });
  });
});

describe('confirmSnapshot', () => {
  it('applies a change of another process, and confirms the snapshot', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const before = getSnapshot(start);
    await write(false);
    expect(getSnapshot(at(0.999))).toBe(before);
    await confirmSnapshot(at(1));
    // Within 3 seconds, nothing is read.
    const after = getSnapshot(at(3.9));
    expect(after).not.toBeInstanceOf(Promise);
    expect((await after).clients.get('web')?.enabled).toBe(false);
  });

  it('leaves a failure to the next request', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    await open.db.$executeRawUnsafe('ALTER TABLE "Revision" RENAME TO "Gone"');
    await confirmSnapshot(at(1));
    expect(getSnapshot(at(2.9))).not.toBeInstanceOf(Promise);
    await expect(getSnapshot(at(3))).rejects.toMatchObject({ code: 'snapshot_unavailable' });
  });
});

describe('a change of one client among many', () => {
  it('reads only that client, and removes a deleted one', async () => {
    await configure({ clients: ['a', 'b', 'c'].map(named) });
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    await configure({ clients: [{ ...named('b'), client_name: 'Bee' }] });
    const second = await refreshSnapshot(start);
    expect(second.clients.get('b')?.clientName).toBe('Bee');
    expect(second.clients.get('a')).toBe(first.clients.get('a'));
    await configure({ clients: [named('a'), named('b'), named('d')] }, true);
    const third = await refreshSnapshot(start);
    expect([...third.clients.keys()].toSorted()).toEqual(['a', 'b', 'd']);
    expect(third.clients.get('b')?.clientName).toBeNull();
  });

  it('reads all of them when the history does not list the changes of a revision', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    await changeClients(open.db, {}, { clientName: 'by other means' });
    await open.db.revision.updateMany({ data: { number: { increment: 1 } } });
    await configure({ clients: [named('e')] });
    const second = await refreshSnapshot(start);
    expect(second.clients.get('web')?.clientName).toBe('by other means');
    expect(second.clients.get('web')).not.toBe(first.clients.get('web'));
  });

  it.each<[string, object, keyof Snapshot]>([
    ['scopes', { scopes: [{ name: 'orders', type: 'resource' }] }, 'scopes'],
    ['identity providers', { identity_providers: [github] }, 'providers'],
    ['tenants', { tenants: [{ name: 'acme', display_name: 'Acme' }] }, 'tenants'],
    ['tenants and their look', { tenants: [{ name: 'acme', display_name: 'Acme' }] }, 'brands'],
    ['the portal', { portal: { remember_seconds: 77 } }, 'portal'],
  ])('a change of %s is applied, and a change of only a client does not affect them', async (_, file, part) => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    await configure(file);
    const second = await refreshSnapshot(start);
    expect(second[part]).not.toEqual(first[part]);
    await configure({ clients: [named('one-more')] });
    const third = await refreshSnapshot(start);
    expect(third.clients.has('one-more')).toBe(true);
    expect(third[part]).toBe(second[part]);
    expect(third.keys).toBe(second.keys);
  });

  it('applies rules of the portal to agents, and takes them back, without reading a client again', async () => {
    await configure({ clients: ['a', 'b'].map(named) });
    await changeClients(open.db, { clientId: 'b' }, { selfRegistered: true });
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    expect(first.clients.get('b')?.enabled).toBe(true);
    await configure({ portal: { client_id_metadata_documents: 'approval' } });
    const second = await refreshSnapshot(start);
    expect(second.clients.get('b')).toMatchObject({ enabled: false, awaitsApproval: true });
    expect(second.clients.get('a')).toBe(first.clients.get('a'));
    await configure({ portal: { client_id_metadata_documents: 'open' } });
    const third = await refreshSnapshot(start);
    expect(third.clients.get('b')?.enabled).toBe(true);
    expect(third.storedClients).toBe(first.storedClients);
  });

  it('applies new keys, which are not in the history', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    await rotateRecorded(open.db, { secret, now: start, by: byCommandLine });
    await configure({ clients: [named('one-more')] });
    const second = await refreshSnapshot(start);
    expect(second.keys.size).toBeGreaterThan(first.keys.size);
  });

  it('applies other sections without reading the clients', async () => {
    await startSnapshot({ db: open.db, secret, now: start });
    const first = await getSnapshot(start);
    await configure({ portal: { remember_seconds: 77 } });
    const second = await refreshSnapshot(start);
    expect(second.portal.rememberSeconds).toBe(77);
    expect(second.clients).toBe(first.clients);
  });
});

const github = { name: 'github', display_name: 'GitHub', type: 'github', client_id: 'x', client_secret: 'y' };
const named = (client_id: string) => ({ ...client, client_id });

async function configure(configuration: object, prune = false): Promise<void> {
  const file = parseConfiguration(JSON.stringify(configuration));
  await applyConfiguration(open, file, { prune, now: start, secret, by: byCommandLine });
}
