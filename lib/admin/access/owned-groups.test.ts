import { beforeAll, describe, expect, it } from 'vitest';
import { askForAccess } from '#lib/access-requests/ask';
import { administrators } from '#lib/testing/admin-action';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { decideAsAdministrator } from '../access-requests/decide-as-administrator';
import type { AdminContext } from '../admin-context';
import { assign, unassign, unassignAll } from '../assignments/change-assignments';
import { changeMembers } from '../groups/change-members';
import { getGroup } from '../groups/read';

const asked = { ...fixtureClient('silent'), access: 'assigned' };
const names = { hub: 'consoles', shop: 'sellers' } as const;
type Place = keyof typeof names;

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    groups: Object.values(names).map((name) => ({ name })),
    clients: Object.entries(names).map(([client_id, group]) => ({
      ...{ ...asked, client_id, approver_groups: [group], roles: [{ name: 'clerk' }] },
      scope: client_id === 'hub' ? 'openid signet.admin.read' : 'openid',
    })),
    users: [...administrators, { username: 'ann' }],
  });
  return provider.close;
});

/** Somebody is given something, so that it can end. */
async function give(place: Place): Promise<string> {
  const [admin, sub] = [await actAs(provider, 'owner'), await subOf(provider, 'ann')];
  return assign(admin, { sub, clientId: place, api: null, role: 'clerk', expiresAt: null });
}

async function ask(place: Place): Promise<string> {
  const context = provider.context();
  const { db, snapshot } = context;
  await db.assignment.deleteMany();
  await db.accessRequest.deleteMany();
  await db.user.updateMany({ data: { access: '' } });
  const client = snapshot.clients.get(place) ?? expect.fail('there is no client');
  const person = { sub: await subOf(provider, 'ann'), username: 'ann' };
  await askForAccess({ person, client, reason: null, address: null }, context);
  return (await db.accessRequest.findFirstOrThrow()).id;
}

type Door = (place: Place) => Promise<(admin: AdminContext, sub: string) => Promise<unknown>>;

const doors: readonly (readonly [string, Door])[] = [
  [
    'giving a role',
    async (clientId) => (admin, sub) => assign(admin, { sub, clientId, api: null, role: 'clerk', expiresAt: null }),
  ],
  [
    'ending it',
    async (place) => {
      const id = await give(place);
      return (admin, sub) => unassign(admin, sub, id);
    },
  ],
  [
    'ending everything',
    async (clientId) => {
      await give(clientId);
      return (admin, sub) => unassignAll(admin, { clientId, subs: [sub], batch: 'b' });
    },
  ],
  [
    'approving a request',
    async (place) => {
      const id = await ask(place);
      return (admin) => decideAsAdministrator(admin, id, { kind: 'approve', role: 'clerk', until: null });
    },
  ],
  [
    'declining a request',
    async (place) => {
      const id = await ask(place);
      return (admin) => decideAsAdministrator(admin, id, { kind: 'decline', note: null });
    },
  ],
  [
    'adding a member to its group',
    async (place) => async (admin, sub) =>
      changeMembers(admin, { group: await getGroup(admin, names[place]), add: [sub] }),
  ],
  [
    'removing one',
    async (place) => {
      const owner = await actAs(provider, 'owner');
      const group = await getGroup(owner, names[place]);
      await changeMembers(owner, { group, add: [await subOf(provider, 'ann')] });
      return (admin, sub) => changeMembers(admin, { group, remove: [sub] });
    },
  ],
];

const minutesAgo = async (minutes: number, name = 'owner') => {
  const admin = await actAs(provider, name);
  return { ...admin, proof: { provedAt: new Date(admin.now.getTime() - minutes * 60_000), usedAt: null } };
};

describe('who uses a client that administers (security #189, #205)', () => {
  it.each(doors)('takes a proof of 5 minutes, and an owner: %s', async (_, open) => {
    const run = await open('hub');
    const sub = await subOf(provider, 'ann');
    await expect(run(await minutesAgo(6), sub)).rejects.toMatchObject({ code: 'reauthenticate' });
    await expect(run(await minutesAgo(0, 'editor'), sub)).rejects.toMatchObject({ code: 'forbidden' });
    await run(await minutesAgo(5), sub);
  });

  it.each(doors)('takes one of 30 minutes at any other client: %s', async (_, open) => {
    const run = await open('shop');
    const sub = await subOf(provider, 'ann');
    await expect(run(await minutesAgo(31, 'editor'), sub)).rejects.toMatchObject({ code: 'reauthenticate' });
    await run(await minutesAgo(30, 'editor'), sub);
  });
});
