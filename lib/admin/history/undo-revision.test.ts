import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refreshSnapshot } from '#lib/snapshot/current';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { basic, bodyOf } from '#lib/testing/provider';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import { moveProvider } from '../providers/actions';
import { readPortal } from '../settings/actions';
import { readHistory } from './read';
import { planUndo, undoRevision } from './undo-revision';

const canary = 'canary-secret-0123456789';
const shop = {
  client_id: 'shop',
  client_name: 'Shop',
  client_secrets: [{ value: canary }],
  redirect_uris: ['https://rp.test/cb'],
  grant_types: ['client_credentials', 'authorization_code'],
  scope: 'openid orders',
};
const orders = { name: 'orders', type: 'resource' };
const google = {
  name: 'google',
  display_name: 'Google',
  type: 'oidc',
  issuer: 'https://google.test',
  client_id: 'a',
  client_secret: 'b',
};
const github = {
  name: 'github',
  display_name: 'GitHub',
  type: 'oidc',
  issuer: 'https://github.test',
  client_id: 'a',
  client_secret: 'b',
};
let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({
    portal: { registration: 'on' },
    scopes: [orders],
    clients: [shop],
    identity_providers: [google, github],
    users: [{ username: 'alice' }],
  });
});
afterEach(() => area.close());

const unreviewed = null;

/** @returns the revision of the edits */
async function save(...edits: readonly EntryEdit[]): Promise<number> {
  const { revision } = await saveEntries(await area.admin('bo'), edits);
  if (revision === null) throw new Error('nothing was changed');
  return revision;
}

function saveShop(changes: object): Promise<number> {
  return save({ section: 'clients', key: 'shop', entry: { ...shop, ...changes } });
}

async function stored() {
  const { snapshot } = await area.admin();
  return snapshot.clients.get('shop');
}

describe('a change', () => {
  it('is undone by a new revision, which can be undone too', async () => {
    const number = await saveShop({ redirect_uris: ['https://other.test/cb'] });
    const { revision } = await undoRevision(await area.admin('eve'), number, unreviewed);
    expect((await stored())?.redirectUris).toEqual(['https://rp.test/cb']);
    const { revisions } = await readHistory(await area.admin(), null);
    expect(revisions[0]).toMatchObject({
      number: revision,
      reason: `Undid revision ${number}: Changed redirect URIs of Shop`,
      actor: { name: 'eve' },
    });
    await undoRevision(await area.admin(), revision ?? 0, unreviewed);
    expect((await stored())?.redirectUris).toEqual(['https://other.test/cb']);
  });

  it('that created an entry is undone by deleting the entry', async () => {
    const number = await save({ section: 'scopes', key: 'extra', entry: { name: 'extra', type: 'resource' } });
    const { seen, changes } = await planUndo(await area.admin(), number);
    expect(changes).toMatchObject([{ section: 'scopes', key: 'extra', kind: 'deleted' }]);
    await undoRevision(await area.admin(), number, seen);
    expect((await area.admin()).snapshot.scopes.has('extra')).toBe(false);
  });

  it('that created an entry is not undone before a review of what is deleted with it', async () => {
    const number = await save({ section: 'scopes', key: 'extra', entry: { name: 'extra', type: 'resource' } });
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await area.admin()).snapshot.scopes.has('extra')).toBe(true);
  });

  it('that deleted an entry is undone with the secrets of the entry', async () => {
    const number = await save({ section: 'clients', key: 'shop', entry: null });
    expect(await stored()).toBeUndefined();
    await undoRevision(await area.admin(), number, unreviewed);
    const fields = { grant_type: 'client_credentials', scope: 'orders' };
    const answer = await area.provider.post('/connect/token', fields, { authorization: basic('shop', canary) });
    expect(answer.status).toBe(200);
  });

  it('by which a registered client deleted itself is undone with its token, but without its grants (RFC 7592 §2.3)', async () => {
    const { provider } = area;
    const { db, now } = provider.context();
    await provider.configure({ portal: { registration: 'on', dynamic_registration: 'open' } });
    const registration = { body: JSON.stringify({ redirect_uris: ['https://rp.test/cb'] }) };
    const headers = { 'content-type': 'application/json' };
    const registered = bodyOf(await provider.send('/connect/register', { ...registration, headers }));
    const manage = (method: string) => {
      const authorization = `Bearer ${registered.registration_access_token}`;
      return provider.send(String(registered.registration_client_uri), { method, headers: { authorization } });
    };
    const clientId = String(registered.client_id);
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
    await db.grant.create({ data: { id: 'grant', clientId, sub, scope: 'openid', ...times } });
    expect((await manage('DELETE')).status).toBe(204);
    expect((await manage('GET')).status).toBe(401);
    await refreshSnapshot(now);
    const [deletion] = (await readHistory(await area.admin(), null)).revisions;
    await undoRevision(await area.admin(), deletion?.number ?? 0, unreviewed);
    expect(bodyOf(await manage('GET'))).toMatchObject({ client_id: clientId });
    expect(await db.grant.count()).toBe(0);
  });

  it('of the portal can be undone', async () => {
    const { entry } = await readPortal(await area.admin());
    const number = await save({ section: 'portal', key: '', entry: { ...entry, registration: 'off' } });
    await undoRevision(await area.admin(), number, unreviewed);
    expect((await readPortal(await area.admin())).entry.registration).toBe('on');
  });

  it('of the order of the providers can be undone', async () => {
    const names = async () => [...(await area.admin()).snapshot.providers.keys()];
    expect(await names()).toEqual(['google', 'github']);
    await moveProvider(await area.admin(), 'github', 'up');
    expect(await names()).toEqual(['github', 'google']);
    const { revisions } = await readHistory(await area.admin(), null);
    await undoRevision(await area.admin(), revisions[0]?.number ?? 0, unreviewed);
    expect(await names()).toEqual(['google', 'github']);
  });

  it('that deleted a provider is undone with the place of its button', async () => {
    const names = async () => [...(await area.admin()).snapshot.providers.keys()];
    const number = await save({ section: 'identity_providers', key: 'google', entry: null });
    expect(await names()).toEqual(['github']);
    await undoRevision(await area.admin(), number, unreviewed);
    expect(await names()).toEqual(['google', 'github']);
  });

  it('that deleted a provider is undone behind a new provider that took its place', async () => {
    const number = await save({ section: 'identity_providers', key: 'github', entry: null });
    await save({ section: 'identity_providers', key: 'other', entry: { ...github, name: 'other' } });
    await undoRevision(await area.admin(), number, unreviewed);
    expect([...(await area.admin()).snapshot.providers.keys()]).toEqual(['google', 'other', 'github']);
  });

  it('of several entries is undone as a whole', async () => {
    const number = await save(
      { section: 'clients', key: 'shop', entry: { ...shop, client_name: 'Second' } },
      { section: 'scopes', key: 'orders', entry: { ...orders, display_name: 'Second' } },
    );
    await undoRevision(await area.admin(), number, unreviewed);
    const { snapshot } = await area.admin();
    expect([snapshot.clients.get('shop')?.clientName, snapshot.scopes.get('orders')?.displayName]).toEqual([
      'Shop',
      null,
    ]);
  });
});

describe('undoing a change of an entry that changed since', () => {
  it('requires a review of the result', async () => {
    const number = await saveShop({ client_name: 'Second' });
    await saveShop({ client_name: 'Second', redirect_uris: ['https://other.test/cb'] });
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await stored())?.clientName).toBe('Second');
  });

  it('keeps the later changes of its other settings', async () => {
    const number = await saveShop({ client_name: 'Second' });
    await saveShop({ client_name: 'Second', redirect_uris: ['https://other.test/cb'] });
    const plan = await planUndo(await area.admin(), number);
    expect(plan).toMatchObject({ changedSince: ['shop'], problem: null });
    expect(plan.changes).toMatchObject([
      { key: 'shop', kind: 'updated', differences: [{ key: 'client_name', before: 'Second', after: 'Shop' }] },
    ]);
    await undoRevision({ ...(await area.admin()), reason: 'the name was better' }, number, plan.seen);
    expect(await stored()).toMatchObject({ clientName: 'Shop', redirectUris: ['https://other.test/cb'] });
  });

  it('keeps the later changes of other settings in the same group', async () => {
    const acme = { name: 'acme', display_name: 'Acme' };
    const saveAcme = (theme: object) =>
      save({ section: 'tenants', key: 'acme', entry: { ...acme, theme, links: { terms: 'https://acme.test/terms' } } });
    await saveAcme({});
    const number = await saveAcme({ primary: '#00aa55' });
    await saveAcme({ primary: '#00aa55', radius: '8px' });
    const { seen } = await planUndo(await area.admin(), number);
    await undoRevision(await area.admin(), number, seen);
    const { snapshot } = await area.admin();
    expect(snapshot.tenants.get('acme')?.theme).toMatchObject({ primary: null, radius: '8px' });
  });

  it('never lets an editor send the stored secret of a provider to another issuer', async () => {
    const editor = async () => {
      const admin = await area.admin('edna');
      return { ...admin, principal: { ...admin.principal, role: 'editor' as const } };
    };
    const number = await save({
      section: 'identity_providers',
      key: 'google',
      entry: { ...google, client_secret: null },
    });
    const elsewhere = { ...google, client_secret: null, issuer: 'https://edna.test' };
    await saveEntries(await editor(), [{ section: 'identity_providers', key: 'google', entry: elsewhere }]);
    const { seen } = await planUndo(await editor(), number);
    await expect(undoRevision(await editor(), number, seen)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await area.admin()).snapshot.providers.get('google')?.clientSecret).toBeNull();
  });

  it('refuses a review of an outdated plan', async () => {
    const number = await saveShop({ client_name: 'Second' });
    const { seen } = await planUndo(await area.admin(), number);
    await saveShop({ client_name: 'Second', tos_uri: 'https://rp.test/terms' });
    await expect(undoRevision(await area.admin(), number, seen)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  it('changes nothing if the entry was deleted since, or the change is undone already', async () => {
    const number = await saveShop({ client_name: 'Second' });
    await saveShop({});
    expect((await planUndo(await area.admin(), number)).changes).toEqual([]);
    await save({ section: 'clients', key: 'shop', entry: null });
    expect((await planUndo(await area.admin(), number)).changes).toEqual([]);
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
  });
});

describe('the plan to undo a change', () => {
  it('names the entry that needs what would be deleted', async () => {
    const number = await save({ section: 'scopes', key: 'extra', entry: { name: 'extra', type: 'resource' } });
    await saveShop({ scope: 'openid extra' });
    const { problem, seen } = await planUndo(await area.admin(), number);
    expect(problem).toContain('extra');
    await expect(undoRevision(await area.admin(), number, seen)).rejects.toMatchObject({
      code: expect.stringMatching(/^in_use|invalid$/),
    });
  });

  it('waits until the history of a large change is whole (decision 009)', async () => {
    const number = await saveShop({ client_name: 'Other' });
    const { db } = area.provider.context();
    await db.revision.updateMany({ data: { heldBy: 'a large change', heldAt: new Date() } });
    await expect(planUndo(await area.admin(), number)).rejects.toMatchObject({ code: 'database_unavailable' });
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    await db.revision.updateMany({ data: { heldBy: null, heldAt: null } });
    expect((await planUndo(await area.admin(), number)).changes).toHaveLength(1);
  });

  it('refuses a change of too many entries', async () => {
    const scopes = Array.from({ length: 501 }, (_, index) => ({ name: `scope-${index}`, type: 'resource' }));
    const number = await save(...scopes.map((entry) => ({ section: 'scopes' as const, key: entry.name, entry })));
    expect((await planUndo(await area.admin(), number)).problem).toMatch('more than 500');
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([0, -1, 0.5, 999_999, 1e12, Number.NaN])('is not found for revision %s', async (number) => {
    await expect(undoRevision(await area.admin(), number, unreviewed)).rejects.toMatchObject({ code: 'not_found' });
    await expect(planUndo(await area.admin(), number)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows no secret', async () => {
    const number = await saveShop({ client_secrets: [{ value: `${canary}-2` }] });
    const { changes } = await planUndo(await area.admin(), number);
    expect(changes).toMatchObject([{ differences: [{ key: 'client_secrets' }] }]);
    expect(JSON.stringify(changes)).not.toMatch(/canary|sha256:/);
  });
});
