import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byCommandLine } from '#lib/config/authorship';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { updateAccount } from '#lib/sessions/update-account';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { basic, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { hashPassword } from '#lib/users/password-hash';
import { findUserByUsername, recordSignIn, type UserInput } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';

const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password'],
  scope: 'openid profile',
};
const rounds = 4;
let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, clients: [fixtureClient('web'), legacy] });
});
afterEach(() => provider.close());

async function getAlice() {
  const user = await findUserByUsername(provider.context().db, 'alice');
  if (user === null) throw new Error('there is no alice');
  return user;
}

async function change(changes: Partial<UserInput>): Promise<void> {
  const { db, now } = provider.context();
  const before = await getAlice();
  await transaction(db, (tx) =>
    updateAccount(
      tx,
      proven('operator', before.sub),
      { before, after: { ...before, ...changes } },
      { now, by: byCommandLine },
    ),
  );
}

/** The changes that lock out somebody who is signing in with the former password. */
const takenAway: Record<string, () => Promise<void>> = {
  'is disabled': () => change({ enabled: false }),
  'gets another password': async () => change({ passwordHash: await hashPassword('another password of alice') }),
};
const giveBack = async (passwordHash: string | null) => change({ enabled: true, passwordHash });

describe('a sign-in under way while the account is taken away (security #104)', () => {
  it.each([...Object.keys(takenAway), 'is deleted'])('is refused once the account %s', async (event) => {
    const { db, now } = provider.context();
    const checked = await getAlice();
    if (event === 'is deleted') await deleteUsers(db, [checked.sub], { dialect: db.prepared.dialect, now });
    else await takenAway[event]?.();
    expect(await run(db, [recordSignIn(checked, now)])).toBe('account_changed');
  });

  it('continues when anything else changes', async () => {
    const { db, now } = provider.context();
    const checked = await getAlice();
    await change({ claims: { name: 'Alice' }, admin: 'auditor' });
    expect(await run(db, [recordSignIn(checked, now)])).toBe(null);
  });

  it.each(Object.keys(takenAway))('leaves no live session when the account %s meanwhile', async (event) => {
    const { db } = provider.context();
    const { passwordHash } = await getAlice();
    for (let round = 0; round < rounds; round += 1) {
      const person = createPerson(provider);
      const page = await person.get(authorizeRequest({ prompt: 'login' }).path);
      const [answer] = await Promise.all([person.signIn(page), takenAway[event]?.()]);
      expect(locationOf(answer)).toMatch(/\/(login|consent)\?/);
      expect(await db.session.count({ where: { endedAt: null } })).toBe(0);
      await giveBack(passwordHash);
    }
  });

  it.each(Object.keys(takenAway))('leaves no live grant when the account %s meanwhile', async (event) => {
    const { db } = provider.context();
    const { passwordHash } = await getAlice();
    const fields = { grant_type: 'password', username: 'alice', password };
    for (let round = 0; round < rounds; round += 1) {
      const [answer] = await Promise.all([
        provider.post('/connect/token', fields, { authorization: basic('legacy', secrets.web) }),
        takenAway[event]?.(),
      ]);
      expect([200, 400]).toContain(answer.status);
      expect(await db.grant.count({ where: { revokedAt: null } })).toBe(0);
      await giveBack(passwordHash);
    }
  });
});
