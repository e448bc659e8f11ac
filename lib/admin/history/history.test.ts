import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { basic } from '#lib/testing/provider';
import { saveEntries } from '../configuration/save-entries';
import { rotateKeys } from '../keys/actions';
import { firstPage } from '../list/list-query';
import { startTrace } from '../traces/change-trace';
import { readHistory, readHistoryPage, readRevision } from './read';
import { planRestore, restoreRevision } from './restore-revision';

const canary = 'canary-secret-0123456789';
const shop = {
  client_id: 'shop',
  client_secrets: [{ value: canary }],
  redirect_uris: ['https://rp.test/cb'],
  grant_types: ['client_credentials', 'authorization_code'],
  scope: 'openid orders',
};
const orders = { name: 'orders', type: 'resource' };
let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({ scopes: [orders], clients: [shop], users: [{ username: 'alice' }] });
});
afterEach(() => area.close());

async function save(entry: typeof shop & Record<string, unknown>, name = 'root', reason: string | null = null) {
  await saveEntries({ ...(await area.admin(name)), reason }, [{ section: 'clients', key: entry.client_id, entry }]);
}

async function latest(): Promise<number> {
  const { revisions } = await readHistory(await area.admin(), null);
  return revisions[0]?.number ?? 0;
}

async function stored() {
  const { snapshot } = await area.admin();
  return snapshot.clients.get('shop');
}

describe('the history', () => {
  it.each(['25~x', '25~1e3', `25~${'9'.repeat(20)}`, '25~-1', 'x'])('begins anew at the place %s', async (place) => {
    const admin = await area.admin();
    const { lines } = await readHistoryPage(admin, firstPage);
    expect(lines.length).toBeGreaterThan(0);
    expect((await readHistoryPage(admin, { ...firstPage, after: place })).lines).toEqual(lines);
    expect((await readHistoryPage(admin, { ...firstPage, before: place })).lines).toEqual(lines);
  });

  it('shows every change with its author, reason and difference, and no secret (security #152)', async () => {
    await save(
      { ...shop, client_name: 'Lantern Books', client_secrets: [{ value: `${canary}-2` }] },
      'bo',
      'rebranding',
    );
    const { revisions } = await readHistory(await area.admin(), null);
    expect(revisions[0]).toMatchObject({ source: 'area', actor: { name: 'bo' }, reason: 'rebranding', entries: 1 });
    const { changes } = await readRevision(await area.admin(), await latest());
    expect(changes).toMatchObject([{ section: 'clients', key: 'shop', kind: 'updated' }]);
    const byKey = new Map(changes[0]?.differences.map((one) => [one.key, one]));
    expect([...byKey.keys()].toSorted()).toEqual(['client_name', 'client_secrets']);
    expect(byKey.get('client_name')).toMatchObject({ before: null, after: 'Lantern Books' });
    expect(byKey.get('client_secrets')).toMatchObject({ before: 1, after: 'replaced' });
    expect(JSON.stringify(changes)).not.toMatch(/canary|sha256:/);
  });

  it('has consecutive numbers, because a save without a difference takes none (admin statement 35)', async () => {
    const before = await latest();
    await startTrace(await area.admin(), 'shop');
    await rotateKeys.run(await area.admin());
    await save(shop);
    await save({ ...shop, client_name: 'Lantern Books' });
    expect(await latest()).toBe(before + 1);
  });

  it('is listed page by page with three statements each', async () => {
    for (let index = 0; index < 52; index += 1) await save({ ...shop, client_name: `Name ${index}` });
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const first = await readHistory({ ...admin, db: counted.db }, null);
    const second = await readHistory({ ...admin, db: counted.db }, first.older);
    expect([first.revisions.length, second.revisions.length, second.older]).toEqual([50, 3, null]);
    expect(counted.count()).toBe(6);
  });

  it.each([null, 0, 999_999])('has no revision %s', async (number) => {
    await expect(readRevision(await area.admin(), number)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a restored revision', () => {
  it('applies the earlier state at once, as its own revision and event', async () => {
    const then = await latest();
    await save({ ...shop, redirect_uris: ['https://other.test/cb'] });
    await saveEntries(await area.admin(), [
      { section: 'scopes', key: 'extra', entry: { name: 'extra', type: 'resource' } },
    ]);
    const plan = await planRestore(await area.admin(), then);
    expect(plan).toMatchObject({
      entries: [
        { section: 'scopes', key: 'extra', kind: 'deleted', risks: [] },
        { section: 'clients', key: 'shop', kind: 'updated', risks: [] },
      ],
      problem: null,
      changes: 2,
      latest: then + 2,
    });
    await restoreRevision(await area.admin('bo'), then, plan.latest);
    expect((await stored())?.redirectUris).toEqual(['https://rp.test/cb']);
    const { revisions } = await readHistory(await area.admin(), null);
    expect(revisions[0]).toMatchObject({
      number: then + 3,
      reason: `Restored revision ${then}`,
      actor: { name: 'bo' },
    });
    const [event] = await listEvents((await area.admin()).db, { types: ['configuration.restored'] }, 1);
    expect(event).toMatchObject({ actorName: 'bo', targetId: String(then), outcome: 'success' });
    expect((await planRestore(await area.admin(), then)).entries).toEqual([]);
  });

  it('can be undone like any other', async () => {
    const then = await latest();
    await save({ ...shop, client_name: 'Second' });
    await restoreRevision(await area.admin(), then);
    await restoreRevision({ ...(await area.admin()), reason: 'back again' }, then + 1);
    expect((await stored())?.clientName).toBe('Second');
  });

  it('restores a deleted entry with its secrets', async () => {
    const then = await latest();
    await saveEntries(await area.admin(), [{ section: 'clients', key: 'shop', entry: null }]);
    expect(await stored()).toBeUndefined();
    expect((await planRestore(await area.admin(), then)).entries).toMatchObject([
      { key: 'shop', kind: 'created', href: null },
    ]);
    await restoreRevision(await area.admin(), then);
    expect(await stored()).toMatchObject({ redirectUris: shop.redirect_uris, scope: ['openid', 'orders'] });
    await area.provider.context().refreshConfiguration();
    const fields = { grant_type: 'client_credentials', scope: 'orders' };
    const authorization = basic('shop', canary);
    expect((await area.provider.post('/connect/token', fields, { authorization })).status).toBe(200);
  });

  it('is refused if something changed since the list was shown, which would be undone unseen', async () => {
    const then = await latest();
    await save({ ...shop, client_name: 'Second' });
    const { latest: seen } = await planRestore(await area.admin(), then);
    await save({ ...shop, client_name: 'Third' }, 'bo');
    const restoring = restoreRevision(await area.admin(), then, seen);
    await expect(restoring).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect((await stored())?.clientName).toBe('Third');
    const events = await listEvents((await area.admin()).db, { types: ['configuration.restored'] }, 1);
    expect(events).toEqual([]);
  });

  it('is refused if the earlier state is no longer valid', async () => {
    const then = await latest();
    await save({ ...shop, scope: 'openid' });
    // A file that restarts the history: an entry that the earlier revision refers to no longer exists.
    const { db } = await area.admin();
    await db.scope.delete({ where: { name: 'orders' } });
    const { entries, problem } = await planRestore(await area.admin(), then);
    expect([entries, problem]).toEqual([[], expect.stringContaining('orders')]);
    await expect(restoreRevision(await area.admin(), then)).rejects.toMatchObject({ code: 'invalid' });
    expect((await stored())?.scope).toEqual(['openid']);
  });

  it.each([0, -1, 0.5, 999_999, 1e12, Number.NaN])('is refused for %s, which is not a revision', async (number) => {
    await expect(restoreRevision(await area.admin(), number)).rejects.toMatchObject({ code: 'not_found' });
  });
});
