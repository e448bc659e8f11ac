import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForAccess } from '#lib/access-requests/ask';
import { askedClients } from '#lib/testing/access-requests';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import type { TestProvider } from '#lib/testing/provider';
import { approveRequest, declineRequest } from './actions';

let area: TestAdmin;
let provider: TestProvider;

beforeAll(async () => {
  area = await createTestAdmin({
    ...fixtures,
    portal: { admin_second_factor: 'optional' },
    groups: [{ name: 'leads' }, { name: 'others' }, { name: 'audit' }],
    clients: [...fixtures.clients, ...Object.values(askedClients)],
    users: [...administrators, { username: 'ann' }],
  });
  provider = area.provider;
});
afterAll(() => area.close());

/** A new request, and no other. */
const ask = async (username = 'ann') => {
  const context = provider.context();
  await context.db.accessRequest.deleteMany();
  await context.db.assignment.deleteMany();
  await context.db.user.updateMany({ data: { access: '' } });
  const client = context.snapshot.clients.get('ledger') ?? expect.fail('no client');
  const person = { sub: await subOf(provider, username), username };
  await askForAccess({ person, client, reason: 'For the audit', address: null }, context);
  const { id } = await context.db.accessRequest.findFirstOrThrow({ where: { sub: person.sub } });
  return { client_id: 'ledger', id };
};

describe('the actions about requests for access (decision 023)', () => {
  testAction(approveRequest, {
    provider: () => provider,
    names: () => ask(),
    fields: { role: '', until: '' },
    page: ({ id }) => `/admin/clients/ledger/requests/${id}`,
    says: expect.stringContaining('Approved ann’s request'),
  });
  testAction(declineRequest, {
    provider: () => provider,
    names: () => ask(),
    fields: { note: 'Ask your lead' },
    page: ({ id }) => `/admin/clients/ledger/requests/${id}`,
    says: expect.stringContaining('Declined ann’s request'),
  });

  describe('that waits', () => {
    let names: { readonly client_id: string; readonly id: string };
    beforeEach(async () => {
      names = await ask();
    });
    const owner = () => actAs(provider, 'owner');
    const stored = () => provider.context().db.accessRequest.findUniqueOrThrow({ where: { id: names.id } });

    it('gives an assignment with an end, at the end of a day in UTC', async () => {
      const now = provider.context().now;
      const day = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
      await approveRequest.run(await owner(), names, { role: '', until: day });
      const [given] = await provider.context().db.assignment.findMany();
      const end = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000);
      expect(given).toMatchObject({ source: 'request', clientId: 'ledger', expiresAt: end });
      expect(await stored()).toMatchObject({ state: 'approved' });
    });

    it.each([
      ['a day that is past', '2020-01-01', 'end_past'],
      ['a day more than five years ahead', '2099-01-31', 'end_too_far'],
      ['no day', '2027-02-30', 'unreadable_day'],
    ])('refuses %s at its field', async (_, until, code) => {
      const run = approveRequest.run(await owner(), names, { role: '', until });
      await expect(run).rejects.toMatchObject({ fields: [{ field: 'until', code }] });
      expect(await stored()).toMatchObject({ state: 'pending' });
    });

    it('refuses an unknown role, and a note with hidden characters', async () => {
      const role = approveRequest.run(await owner(), names, { role: 'x', until: '' });
      await expect(role).rejects.toMatchObject({ fields: [{ field: 'role', code: 'role_unknown' }] });
      const note = declineRequest.run(await owner(), names, { note: 'a\u202eb' });
      await expect(note).rejects.toMatchObject({ fields: [{ field: 'note', code: 'hidden_character' }] });
    });

    it('is not found at another client, after it was decided, and for the person who asked', async () => {
      const fields = { role: '', until: '' };
      const elsewhere = approveRequest.run(await owner(), { ...names, client_id: 'wiki' }, fields);
      await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
      await declineRequest.run(await owner(), names, { note: '' });
      await expect(approveRequest.run(await owner(), names, fields)).rejects.toMatchObject({ code: 'not_found' });
      const own = await ask('owner');
      await expect(approveRequest.run(await owner(), own, fields)).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
