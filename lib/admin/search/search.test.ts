import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { readSearchQuery, search } from './read';
import { shownHits } from './search-group';

const request = 'AbCdEfGhIjKlMnOpQrStUv';
let area: TestAdmin;

beforeAll(async () => {
  const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
  area = await createTestAdmin({
    clients: [
      { ...spa, client_id: 'web', client_name: 'Lantern Books', redirect_uris: ['https://shop.test/Back'] },
      { ...spa, client_id: 'zeta', client_name: 'Best of the web' },
      { ...spa, client_id: 'old', client_name: 'Web archive', enabled: false },
      ...Array.from({ length: 20 }, (_, index) => ({ ...spa, client_id: `many-${index}`, client_name: 'A webapp' })),
    ],
    scopes: [{ name: 'orders', type: 'resource', display_name: 'Your orders', resource: 'https://api.test/orders' }],
    users: [
      { username: 'webster', claims: { name: 'Noah Jones', email: 'noah@shop.test' } },
      { username: 'shop.manager', enabled: false },
    ],
    identity_providers: [
      {
        name: 'hub',
        type: 'github',
        display_name: 'GitHub',
        client_id: 'x',
        client_secret: 'y',
        domains: ['hub.test'],
      },
    ],
    tenants: [{ name: 'harbour', display_name: 'Harbour Library' }],
  });
  await area.provider.send('/connect/authorize?client_id=web&redirect_uri=https%3A%2F%2Fevil.test&response_type=code');
  await area.provider.flushExplanations();
  const { db, now } = await area.admin();
  const actor = { kind: 'user', id: '1', name: 'root' } as const;
  const event = { type: 'client.updated', outcome: 'success', actor, requestId: request } as const;
  await recordEvents(db, Array(shownHits + 2).fill(event), now);
});
afterAll(() => area.close());

const find = async (text: string) => search(await area.admin(), text);
const kinds = async (text: string) => (await find(text)).map(({ kind }) => kind);

describe('the global search', () => {
  it('finds clients by name, ID and redirect URI, exact names first, and counts the others', async () => {
    const [clients] = await find('WEB');
    expect(clients).toMatchObject({ kind: 'client', total: 23, more: false, href: '/admin/clients?q=WEB' });
    expect(clients?.hits).toHaveLength(shownHits);
    expect(clients?.hits.slice(0, 2)).toMatchObject([
      { id: 'web', name: 'Lantern Books', detail: 'web', href: '/admin/clients/web' },
      { id: 'old', enabled: false },
    ]);
    expect((await find('shop.test/back'))[0]?.hits).toMatchObject([{ id: 'web', detail: 'https://shop.test/Back' }]);
  });

  it.each([
    ['jones', 'user', 'webster', 'Noah Jones · noah@shop.test'],
    ['noah@', 'user', 'webster', 'Noah Jones · noah@shop.test'],
    ['shop.m', 'user', 'shop.manager', null],
    ['api.test', 'scope', 'orders', 'Your orders'],
    ['HUB.test', 'identity_provider', 'GitHub', 'hub'],
    ['library', 'tenant', 'Harbour Library', 'harbour'],
  ])('finds %s: %s', async (text, kind, name, detail) => {
    expect(await find(text)).toMatchObject([{ kind, total: 1, more: false, hits: [{ name, detail }] }]);
  });

  it('finds users by ID and keys by key ID', async () => {
    const { db, snapshot } = await area.admin();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'webster' }, select: { sub: true } });
    expect(await find(sub)).toMatchObject([{ kind: 'user', hits: [{ id: sub, href: `/admin/users/${sub}` }] }]);
    const [kid = ''] = snapshot.keys.keys();
    expect(await find(kid)).toMatchObject([{ kind: 'key', hits: [{ id: kid, href: `/admin/keys/${kid}` }] }]);
  });

  it('finds a refused request by its reference in any notation, and the events of a request', async () => {
    const { db } = await area.admin();
    const { reference } = await db.explanation.findFirstOrThrow({ select: { reference: true } });
    const typed = `${reference.slice(0, 5)}-${reference.slice(5)}`.toLowerCase();
    expect(await find(typed)).toMatchObject([
      { kind: 'refused_request', hits: [{ id: reference, at: expect.any(Date) }] },
    ]);
    const [events] = await find(request);
    expect(events).toMatchObject({ kind: 'audit_event', total: shownHits, more: true });
    expect(events?.hits[0]).toMatchObject({ name: 'client.updated', detail: 'root' });
    expect(events?.href).toBe(`/admin/audit?range=all&request=${request}`);
  });

  it.each([
    ['second fac', 'Second factor', '/admin/settings/sign-in#field-second_factor'],
    ['password_min', 'Minimum password length', '/admin/settings/accounts#field-password_min_length'],
    ['brand', 'Branding', '/admin/settings/branding'],
    ['corners', 'Corners', '/admin/settings/branding#field-theme.radius'],
  ])('finds the setting %s, and leads to its field', async (text, name, href) => {
    const [settings] = (await find(text)).filter(({ kind }) => kind === 'setting');
    expect(settings?.hits).toContainEqual(expect.objectContaining({ name, href }));
  });

  it('finds a setting by the words of its help only if none has such a name', async () => {
    const [helped] = await find('activity');
    expect(helped).toMatchObject({ kind: 'setting', hits: [{ name: 'Idle timeout' }] });
    const named = (await find('passkeys')).find(({ kind }) => kind === 'setting');
    expect(named?.hits.map(({ name }) => name)).toEqual(['Passkeys']);
  });

  it('does not find the scopes of the admin API, nor an unknown name', async () => {
    expect(await kinds('signet.admin')).toEqual([]);
    expect(await kinds("' OR 1=1 --")).toEqual([]);
    expect(await kinds('%')).toEqual([]);
    expect(await kinds('we_ster')).toEqual([]);
  });

  it('takes five statements at most', async () => {
    const admin = await area.admin();
    for (const [text, statements] of [
      ['web', 2],
      ['0123456789', 5],
    ] as const) {
      const counted = countStatements(admin.db);
      await search({ ...admin, db: counted.db }, text);
      expect(counted.count()).toBe(statements);
    }
  });

  it.each([
    [' web ', 'web'],
    ['', null],
    [' ', null],
    ['x'.repeat(401), null],
    ['a\0b', null],
  ])('reads %j from an address', (q, expected) => {
    expect(readSearchQuery({ q })).toBe(expected);
  });
});
