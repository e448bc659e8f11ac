import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountFormToken } from '#lib/account/person';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { findUserByUsername } from '#lib/users/user-store';
import { deletionOn } from './form';

const people = {
  ...fixtures,
  users: [
    ...fixtures.users,
    { username: 'gone', password },
    { username: 'twice', password },
    { username: 'boss', password, admin: 'owner' },
  ],
};
let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(people);
});
afterAll(() => provider.close());
beforeEach(() => provider.configure({ ...people, portal: { account_deletion: 'on' } }));

describe('the deletion of one’s own account', () => {
  it('deletes the account with all its data, signs out everywhere and confirms it', async () => {
    const holder = await signInToAccount(provider, 'gone');
    const { sub } = await holder.session();
    const answer = await holder.send('account/delete', { username: ' GONE ', decision: 'delete' });
    expect([answer.status, answer.body.includes('data-page="account-deleted"')]).toEqual([200, true]);
    const { db } = provider.context();
    expect(await findUserByUsername(db, 'gone')).toBeNull();
    expect(await db.session.count({ where: { sub } })).toBe(0);
    expect(await db.auditEvent.count({ where: { type: 'user.deleted', actorId: sub } })).toBe(1);
    expect(locationOf(await holder.get('/account/sign-in?to=%2Faccount'))).toMatch(/\/login\?/);
  });

  it('happens once for simultaneous requests', async () => {
    await provider.configure({ ...people, portal: { account_deletion: 'on' } });
    const holder = await signInToAccount(provider, 'twice');
    const session = await holder.session();
    const { sub } = session;
    // Sends one page three times. The first response ends the session, so no other page could be shown.
    const csrf = accountFormToken(session, provider.context());
    const fields = { csrf, username: 'twice', decision: 'delete' };
    const send = await Promise.all([1, 2, 3].map(() => holder.submit('account/delete', fields)));
    expect(send.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    const { db } = provider.context();
    expect(await db.auditEvent.count({ where: { type: 'user.deleted', actorId: sub } })).toBe(1);
  });

  it.each([
    ['another name', { username: 'bob', decision: 'delete' }],
    ['nothing', { decision: 'delete' }],
    ['no decision', { username: 'alice' }],
  ])('requires more than %s', async (_, fields) => {
    const holder = await signInToAccount(provider);
    const { sub } = await holder.session();
    const answer = answerKept(provider, await holder.send('account/delete', fields), sub);
    expect(answer).toMatchObject({ path: '/account/delete', kept: { kind: 'problem', field: 'username' } });
  });

  it('is refused for the last owner who can sign in (security #161)', async () => {
    const holder = await signInToAccount(provider, 'boss');
    const { sub } = await holder.session();
    const answer = await holder.send('account/delete', { username: 'boss', decision: 'delete' });
    expect(answerKept(provider, answer, sub).kept).toMatchObject({
      kind: 'problem',
      words: { key: 'account.delete.last_owner' },
    });
    expect((await holder.session()).sub).toBe(sub);
  });

  it('asks for a new sign-in after a while (security #183)', async () => {
    const holder = await signInToAccount(provider);
    provider.advance(2 * 3600);
    const answer = await holder.send('account/delete', { username: 'alice', decision: 'delete' });
    expect(locationOf(answer)).toMatch(/\/login\?interaction=/);
    expect((await holder.session()).user.username).toBe('alice');
  });

  it('is not found where the policy turns it off', async () => {
    await provider.configure({ ...people, portal: { account_deletion: 'off' } });
    expect(deletionOn(provider.context())).toBe(false);
    const holder = await signInToAccount(provider);
    expect((await holder.send('account/delete', { username: 'alice', decision: 'delete' })).status).toBe(404);
  });
});
