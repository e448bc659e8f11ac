import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readOverview } from '../overview/read';
import { dismiss, restore } from './actions';
import { keyOfCheck, splitChecks } from './current-checks';
import { countChecks } from './read';

const rule = 'pkce_missing';
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: ['one', 'three', 'two'].map((clientId) => ({
      client_id: clientId,
      client_secrets: [{ value: 'x' }],
      redirect_uris: [`https://${clientId}.test/cb`],
      require_pkce: false,
      scope: 'openid',
    })),
  });
});
afterAll(() => area.close());

async function find() {
  const { open, dismissed } = await splitChecks(await area.admin());
  const of = (checks: typeof open) => checks.flatMap((check) => (check.rule === rule ? [check.object.id] : []));
  return { open: of(open), dismissed: of(dismissed.map(({ check }) => check)) };
}

async function keyOf(clientId: string): Promise<string> {
  const { open, dismissed } = await splitChecks(await area.admin());
  const all = [...open, ...dismissed.map(({ check }) => check)];
  const found = all.find((check) => check.rule === rule && check.object.id === clientId);
  if (found === undefined) throw new Error('it was not found');
  return keyOfCheck(found);
}

async function findEvent(type: string) {
  const { db } = await area.admin();
  return db.auditEvent.findFirst({
    where: { type },
    select: { actorName: true, targetId: true, details: true },
  });
}

const hide = async ({ reason = null, ...fields }: Record<string, string> & { reason?: string | null }) =>
  dismiss.run({ ...(await area.admin()), reason }, {}, { rule, key: '', until: '', ...fields });
const show = async (key: string) => restore.run(await area.admin(), {}, { key });

describe('dismissing checks', () => {
  it('hides a check from every administrator and every count', async () => {
    const before = countChecks((await splitChecks(await area.admin())).open);
    await hide({ key: await keyOf('one'), reason: 'An old library', until: '' });
    expect(await find()).toEqual({ open: ['three', 'two'], dismissed: ['one'] });
    const { attention } = await readOverview(await area.admin(), '24h');
    expect(attention?.counts).toEqual({ ...before, warning: before.warning - 1 });
    const [first] = (await splitChecks(await area.admin())).dismissed;
    expect(first?.dismissal).toMatchObject({ note: 'An old library', dismissedBy: 'root', expiresAt: null });
    expect(await findEvent('check.dismissed')).toMatchObject({ actorName: 'root', targetId: rule });
    expect(String((await findEvent('check.dismissed'))?.details)).toContain('An old library');
  });

  it('can be reverted', async () => {
    const key = await keyOf('one');
    await show(key);
    expect(await find()).toEqual({ open: ['one', 'three', 'two'], dismissed: [] });
    expect(await findEvent('check.restored')).toMatchObject({ targetId: rule });
    await expect(show(key)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('hides every check of a rule until a day, which can be changed', async () => {
    const { now } = await area.admin();
    const until = new Date(now.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect(await hide({ until })).toHaveLength(3);
    expect((await find()).dismissed).toEqual(['one', 'three', 'two']);
    await expect(hide({ until })).rejects.toMatchObject({ code: 'not_found' });
    area.provider.advance(4 * 86_400);
    expect((await find()).open).toEqual(['one', 'three', 'two']);
    await hide({ key: await keyOf('two') });
    expect((await find()).dismissed).toEqual(['two']);
  });

  it.each(['2020-01-01', 'tomorrow', '2026-13-40', '2999-01-01'])('refuses %s as the end', async (until) => {
    const before = await find();
    const fields = [{ field: 'until' }];
    await expect(hide({ key: await keyOf('one'), until })).rejects.toMatchObject({ code: 'invalid', fields });
    expect(await find()).toEqual(before);
  });

  it.each([{ rule: 'nothing' }, { key: 'made-up' }])('refuses an unknown check: %o', async (fields) => {
    await expect(hide(fields)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the key by which a finding is dismissed', () => {
  const found = (changes: object) =>
    keyOfCheck({
      rule: 'redirect_uri_unused',
      severity: 'advice',
      object: { kind: 'client', id: 'web', name: null },
      detail: 'https://a.test/',
      href: '/admin/clients/web/urls',
      ...changes,
    });

  it.each([
    { rule: 'http_redirect' },
    { object: { kind: 'client', id: 'other', name: null } },
    { object: { kind: 'scope', id: 'web', name: null } },
    { detail: 'https://b.test/' },
  ])('differs for %o', (changes) => {
    expect(found(changes)).not.toBe(found({}));
  });

  it.each([{ severity: 'error' }, { href: '/x' }, { object: { kind: 'client', id: 'web', name: 'Shop' } }])(
    'is the same for %o',
    (changes) => {
      expect(found(changes)).toBe(found({}));
    },
  );

  it('does not depend on the number of people', () => {
    const rule = 'second_factor_missing';
    expect(found({ rule, detail: '3 people' })).toBe(found({ rule, detail: '4 people' }));
  });
});
