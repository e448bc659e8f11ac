import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRequest } from '#lib/access-requests/request-store';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { transaction } from '#lib/db/transaction';
import { writeProofs } from '#lib/factors/proof';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { type AccountHolder, signInToAccount } from '#lib/testing/account';
import { byPassword } from '#lib/testing/authentication';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';

let provider: TestProvider;
let users = 0;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

async function newHolder(username = `ada ${++users} łódź`): Promise<AccountHolder> {
  const claims = { name: 'Ada', email: `ada${users}@corp.example`, email_verified: true };
  await provider.configure({ ...fixtures, users: [...fixtures.users, { username, password, claims }] });
  return signInToAccount(provider, username);
}

const download = (holder: AccountHolder) => holder.send('account/export', { decision: 'download' });

describe('the download of one’s data (people: data export)', () => {
  it('has everything about the person, without secrets, hashes and other names', async () => {
    const holder = await newHolder();
    const { sub, sid } = await holder.session();
    const { db, now } = provider.context();
    const codes = await createRecoveryCodes();
    await givePasskey(provider, createAuthenticator({ origin: issuer }), (await holder.session()).user.username);
    await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
    const proofs = writeProofs([...byPassword.proofs, { factor: 'totp', at: new Date(0) }]);
    await db.session.update({ where: { sid }, data: { proofs } });
    const actor = { kind: 'user', id: 'another', name: 'Olga Operator' } as const;
    const target = { kind: 'user', id: sub, name: 'ada' } as const;
    const details = { reason: 'asked by Olga Operator' };
    await recordEvents(
      db,
      [{ type: 'password.changed', outcome: 'success', actor: target, target }],
      new Date(now.getTime() - 1000),
    );
    await recordEvents(
      db,
      [{ type: 'user.updated', outcome: 'success', actor, target, details, address: '192.0.2.77' }],
      now,
    );
    const response = await download(holder);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['content-disposition']).toBe(`attachment; filename="signet-ada_${users}___d_.json"`);
    const data = JSON.parse(response.body);
    expect(Object.keys(data)).toEqual([
      'account',
      'factors',
      'sessions',
      'apps',
      'identities',
      'memberships',
      'assignments',
      'access_requests',
      'notices',
      'events',
    ]);
    expect(data.account).toMatchObject({ sub, claims: { name: 'Ada' } });
    expect(data.factors.map(({ kind }: { kind: string }) => kind)).toEqual(['password', 'passkey', 'recovery']);
    expect(data.factors[0].changed_at).toBe(new Date(now.getTime() - 1000).toISOString());
    expect(data.sessions).toHaveLength(1);
    const own = data.events.find(({ type }: { type: string }) => type === 'sign_in.succeeded');
    expect(own).toMatchObject({ by: data.account.username, outcome: 'success' });
    expect(data.events).toContainEqual(
      expect.objectContaining({ type: 'user.updated', by: 'an administrator', address: null }),
    );
    for (const secret of ['Olga', 'another', '192.0.2.77', '$argon2', codes.hashes[0] ?? '?', codes.salt]) {
      expect(response.body).not.toContain(secret);
    }
  });

  it('has the groups with their source, the roles and the requests for access', async () => {
    const holder = await newHolder();
    const { sub, user } = await holder.session();
    const { db, now } = provider.context();
    const person = { username: user.username, groups: ['crew'], assignments: [{ client: 'ledger', role: 'reader' }] };
    const ledger = { ...fixtureClient('web'), client_id: 'ledger', access: 'assigned', roles: [{ name: 'reader' }] };
    const clients = [...fixtures.clients, ledger];
    await provider.configure({ ...fixtures, groups: [{ name: 'crew' }], clients, users: [...fixtures.users, person] });
    await transaction(db, (tx) => insertRequest(tx, { sub, clientId: 'ledger', reason: 'the audit' }, now));
    const data = JSON.parse((await download(holder)).body);
    expect(data.memberships).toMatchObject([{ group: 'crew', source: 'file', expires_at: null }]);
    expect(data.assignments).toMatchObject([{ client_id: 'ledger', api: null, role: 'reader', source: 'file' }]);
    const request = { client_id: 'ledger', state: 'pending', reason: 'the audit', note: null, decided_at: null };
    expect(data.access_requests).toEqual([{ ...request, created_at: now.toISOString() }]);
  });

  it('is recorded for the person and the audit log', async () => {
    const holder = await newHolder();
    const { sub } = await holder.session();
    await download(holder);
    expect(await listEvents(provider.context().db, { targetId: sub, types: ['user.exported'] }, 5)).toHaveLength(1);
  });

  it('needs a fresh sign-in (security #183)', async () => {
    const holder = await newHolder();
    provider.advance(301);
    expect(locationOf(await download(holder))).toMatch(/\/login\?interaction=/);
  });

  it('is given five times a day', async () => {
    const holder = await newHolder();
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await download(holder)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const refused = await download(holder);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await download(await newHolder())).status).toBe(200);
  });
});
