import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient } from '#lib/clients/client-store';
import { beginRecording, saveUses } from '#lib/clients/usage/use-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { undoRevision } from '../history/undo-revision';
import { openChecks } from './current-checks';
import { fixChecks, fixedTogether, planFix } from './plan-fix';

const dayMs = 86_400_000;
let area: TestAdmin;

const client = (clientId: string, rest: object = {}) => ({
  client_id: clientId,
  client_secrets: [{ value: 'x' }],
  redirect_uris: [`https://${clientId}.test/cb`],
  scope: 'openid',
  ...rest,
});

beforeEach(async () => {
  area = await createTestAdmin({});
});
afterEach(() => area.close());

const foundBy = async (rule: string) =>
  (await openChecks(await area.admin())).flatMap((check) => (check.rule === rule ? [check.object.id] : []));

/** Requests read a snapshot that is at most three seconds old. */
async function configure(document: object): Promise<void> {
  await area.provider.configure(document);
  area.provider.advance(10);
}

async function fix(rule: string, seen?: string) {
  const plan = await planFix(await area.admin(), rule);
  return fixChecks({ ...(await area.admin()), reason: 'Cleaning up' }, rule, seen ?? plan.seen);
}

const get = async (clientId: string) => (await findClient((await area.admin()).db, clientId))?.record;

describe('fixing every finding of a rule (admin area)', () => {
  it('requires PKCE of every client without it, as one revision that can be undone', async () => {
    await configure({
      clients: [client('a', { require_pkce: false }), client('b', { require_pkce: false }), client('c')],
    });
    const plan = await planFix(await area.admin(), 'pkce_missing');
    expect(plan.changes.map(({ key, differences }) => [key, differences.map(({ key: setting }) => setting)])).toEqual([
      ['a', ['require_pkce']],
      ['b', ['require_pkce']],
    ]);
    expect([plan.clients, plan.problem]).toEqual([2, null]);
    const { revision } = await fix('pkce_missing');
    expect(await foundBy('pkce_missing')).toEqual([]);
    expect([(await get('a'))?.requirePkce, (await get('b'))?.requirePkce]).toEqual([true, true]);
    await undoRevision(await area.admin(), revision ?? 0, null);
    expect(await foundBy('pkce_missing')).toEqual(['a', 'b']);
  });

  it('deletes expired secrets and keeps the others, which can be undone', async () => {
    const secrets = [{ value: 'old', expires_at: '2020-01-01T00:00:00Z' }, { value: 'new' }];
    await configure({ clients: [client('a', { client_secrets: secrets })] });
    const kept = (await get('a'))?.secrets[1]?.id;
    const { revision } = await fix('secret_expired');
    expect((await get('a'))?.secrets.map(({ id }) => id)).toEqual([kept]);
    expect(await foundBy('secret_expired')).toEqual([]);
    await undoRevision(await area.admin(), revision ?? 0, null);
    expect(await foundBy('secret_expired')).toEqual(['a']);
  });

  it('removes unused redirect URIs', async () => {
    const uris = ['https://a.test/cb', 'https://a.test/old'];
    await configure({ clients: [client('a', { redirect_uris: uris })] });
    const { db, now } = await area.admin();
    await beginRecording(db, now);
    area.provider.advance((91 * dayMs) / 1000);
    const at = new Date(now.getTime() + 80 * dayMs);
    await saveUses(db, [
      { clientId: 'a', kind: 'client', value: '', at },
      { clientId: 'a', kind: 'redirect_uri', value: uris[0] ?? '', at },
    ]);
    expect(await foundBy('redirect_uri_unused')).toEqual(['a']);
    await fix('redirect_uri_unused');
    expect((await get('a'))?.redirectUris).toEqual([uris[0]]);
  });

  it('does nothing beyond the plan', async () => {
    await configure({ clients: [client('a', { require_pkce: false })] });
    const { seen } = await planFix(await area.admin(), 'pkce_missing');
    await configure({ clients: [client('b', { require_pkce: false })] });
    await expect(fix('pkce_missing', seen)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect((await get('a'))?.requirePkce).toBe(false);
  });

  it('changes a hundred clients at once', async () => {
    const clients = Array.from({ length: fixedTogether + 3 }, (_, index) =>
      client(`c${index}`, { require_pkce: false }),
    );
    await configure({ clients });
    const plan = await planFix(await area.admin(), 'pkce_missing');
    expect([plan.changes.length, plan.clients]).toEqual([fixedTogether, fixedTogether + 3]);
    await fix('pkce_missing');
    expect(await foundBy('pkce_missing')).toHaveLength(3);
  });

  it('skips the clients that only owners may change for an editor, and reports it', async () => {
    const admin = { scope: 'openid signet.admin.read', require_pkce: false };
    await configure({ clients: [client('a', { require_pkce: false }), client('b', admin)] });
    const own = await area.admin();
    const editor = { ...own, principal: { ...own.principal, role: 'editor' as const } };
    const plan = await planFix(editor, 'pkce_missing');
    expect([plan.changes.map(({ key }) => key), plan.forOwners, plan.clients]).toEqual([['a'], 1, 2]);
    await fixChecks(editor, 'pkce_missing', plan.seen);
    expect(await foundBy('pkce_missing')).toEqual(['b']);
    expect((await planFix(await area.admin(), 'pkce_missing')).forOwners).toBe(0);
  });

  it.each(['scope_empty', 'pkce_missing', 'made up'])('has no plan for %s', async (rule) => {
    await configure({ clients: [client('a', { scope: '' })] });
    await expect(planFix(await area.admin(), rule)).rejects.toMatchObject({ code: 'not_found' });
  });
});
