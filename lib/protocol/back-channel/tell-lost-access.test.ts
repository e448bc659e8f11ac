import { createServer } from 'node:http';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endMemberships } from '#lib/groups/end-memberships';
import { fixtureClient, fixtures, issueCode } from '#lib/testing/fixtures';
import { createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { deliverDueNotices } from './deliver-notices';
import { tellLostAccess } from './tell-lost-access';

const received: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push(body);
    response.writeHead(200).end();
  });
});

const silent = fixtureClient('silent');
let provider: TestProvider;
let ledger: Record<string, unknown>;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const told = { ...silent, backchannel_logout_uri: `http://127.0.0.1:${port}/out` };
  ledger = { ...told, client_id: 'ledger', access: 'assigned', access_groups: ['staff'], roles: [{ name: 'r' }] };
  provider = await createTestProvider(
    {
      ...fixtures,
      groups: [{ name: 'staff' }, { name: 'others' }],
      clients: [
        ledger,
        { ...told, client_id: 'open' },
        { ...ledger, client_id: 'quiet', backchannel_logout_uri: null },
      ],
    },
    { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' },
  );
});
afterAll(async () => {
  receiver.close();
  await provider.close();
});
beforeEach(async () => {
  const { db } = provider.context();
  await provider.configure({ clients: [ledger], users: [alice(['staff'])] });
  for (const table of [db.logoutNotice, db.sessionClient, db.accessChange]) {
    await (table as typeof db.logoutNotice).deleteMany();
  }
  await db.session.updateMany({ data: { endedAt: new Date() } });
  received.length = 0;
});

const alice = (groups: readonly unknown[], more: object = {}) => ({
  username: 'alice',
  password,
  groups,
  assignments: [],
  ...more,
});
const tell = () => tellLostAccess(async () => provider.context());
const reached = () => provider.context().db.sessionClient.count({ where: { clientId: 'ledger' } });

/** Signs alice in at clients, in one browser. */
async function signInAt(...clientIds: string[]): Promise<void> {
  const person = createPerson(provider);
  for (const client_id of clientIds) await issueCode(provider, { client_id }, person);
}

describe('clients hear that somebody lost access (decision 023)', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['left the group', () => provider.configure({ users: [alice([])] }), 2],
    ['lost nothing that counts', () => provider.configure({ users: [alice(['staff', 'others'])] }), 0],
    [
      'has access by something else',
      () => provider.configure({ users: [alice([], { assignments: [{ client: 'ledger' }] })] }),
      0,
    ],
    ['is shut out by the group', () => provider.configure({ clients: [{ ...ledger, access_groups: ['others'] }] }), 2],
    ['has a role that leaves', () => provider.configure({ clients: [{ ...ledger, roles: [] }] }), 0],
    [
      'has access again by then',
      async () => {
        await provider.configure({ users: [alice([])] });
        await provider.configure({ users: [alice(['staff'])] });
      },
      0,
    ],
  ])('who %s', async (_, change, count) => {
    await signInAt('ledger', 'open', 'quiet');
    await signInAt('ledger');
    await change();
    expect(await tell()).toBe(count);
    expect(await reached()).toBe(2 - count);
    expect(await provider.context().db.accessChange.count()).toBe(0);
    expect(await tell()).toBe(0);
  });

  it('with a logout token for each live session, once', async () => {
    await signInAt('ledger', 'open');
    await provider.configure({ users: [alice([])] });
    const { db, now } = provider.context();
    const [session] = await db.session.findMany({ where: { endedAt: null } });
    await tell();
    expect(await deliverDueNotices(provider.context, () => now)).toBe(0);
    expect(await deliverDueNotices(provider.context, () => now, undefined, true)).toBe(1);
    const token = new URLSearchParams(received[0]).get('logout_token') ?? '';
    expect(decodeJwt(token)).toMatchObject({ aud: 'ledger', sid: session?.sid, sub: session?.sub });
    expect(received).toHaveLength(1);
    // Her session goes on.
    expect(await db.session.count({ where: { endedAt: null } })).toBe(1);
  });

  it('when a membership ends', async () => {
    const end = new Date(provider.context().now.getTime() + 1000);
    await provider.configure({ users: [alice([{ group: 'staff', expires_at: end.toISOString() }])] });
    await signInAt('ledger');
    await tell();
    provider.advance(1);
    await endMemberships(provider.context().db, end);
    expect(await tell()).toBe(1);
  });

  it('not in sessions that have ended', async () => {
    await signInAt('ledger');
    const { db, now } = provider.context();
    await db.session.updateMany({ where: { endedAt: null }, data: { endedAt: now } });
    await provider.configure({ users: [alice([])] });
    expect(await tell()).toBe(0);
  });

  it('at most a thousand at a time, and the rest once those are delivered', async () => {
    await signInAt('ledger');
    const { db, now } = provider.context();
    const [session] = await db.session.findMany({ where: { endedAt: null } });
    if (session === undefined) throw new Error('no session');
    const many = Array.from({ length: 1099 }, (_, index) => ({
      ...session,
      sid: `s${String(index).padStart(4, '0')}`,
    }));
    await db.session.createMany({ data: many });
    await db.sessionClient.createMany({ data: many.map(({ sid }) => ({ sid, clientId: 'ledger', createdAt: now })) });
    await provider.configure({ clients: [{ ...ledger, access_groups: ['others'] }] });
    expect([await tell(), await tell()]).toEqual([1000, 0]);
    // A sign-out waits for none of them.
    const notice = await db.logoutNotice.findFirstOrThrow();
    await db.logoutNotice.create({ data: { ...notice, id: 'sign-out', isAccess: false } });
    expect(await deliverDueNotices(provider.context, () => now)).toBe(1);
    expect(received).toHaveLength(1);
    await db.logoutNotice.updateMany({ data: { deliveredAt: now } });
    expect([await tell(), await reached()]).toEqual([100, 0]);
  });
});
