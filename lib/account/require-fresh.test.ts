import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProofs } from '#lib/factors/proof';
import { type AccountHolder, signInToAccount } from '#lib/testing/account';
import { byPassword } from '#lib/testing/authentication';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { enoughForAccount, isFresh, requireFresh } from './require-fresh';

const start = new Date('2026-01-01T12:00:00Z');
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe('isFresh (security #183)', () => {
  it.each([
    ['a new sign-in', 0, null, true],
    ['5 minutes old', 5, null, true],
    ['older, without a use', 5.1, null, false],
    ['older, with a use 5 minutes ago', 9, 4, true],
    ['older, with a use longer ago', 9.2, 4, false],
    ['30 minutes old and in use', 30, 29, true],
    ['older than 30 minutes, in use', 30.1, 30, false],
    ['2 hours old', 120, null, false],
    ['used only before the newest sign-in', 6, -1, false],
    ['older, with a use by a clock that was ahead (security #201)', 9, 60, false],
  ])('%s', (_, age, used, expected) => {
    expect(isFresh(start, used === null ? null : at(used), at(age))).toBe(expected);
  });
});

describe('requireFresh', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider({ ...fixtures, portal: { second_factor: 'off' } });
  });
  afterAll(() => provider.close());

  it('is renewed by use, up to 30 minutes', async () => {
    const holder = await signInToAccount(provider);
    const ask = async () => requireFresh(await holder.session(), provider.context());
    for (let minute = 0; minute < 28; minute += 4) {
      expect(await ask()).toBeNull();
      provider.advance(240);
    }
    provider.advance(121);
    expect(await ask()).toEqual({ again: true, changesFactors: true });
  });

  it('requires a second factor of accounts that have one, only for changes of factors', async () => {
    const holder = await signInToAccount(provider);
    const { db, now } = provider.context();
    const ask = async () => requireFresh(await holder.session(), provider.context());
    expect(await ask()).toBeNull();
    const { sub, sid } = await holder.session();
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: now } });
    expect(enoughForAccount(await holder.session(), provider.context())).not.toBeNull();
    expect(await ask()).toEqual({ again: false, changesFactors: true });
    const proofs = writeProofs([...byPassword.proofs, { factor: 'totp', at: now }]);
    await db.session.update({ where: { sid }, data: { proofs } });
    expect(await ask()).toBeNull();
    await db.authenticator.delete({ where: { sub } });
  });
});

describe('the forms that change how a person signs in (security #97, #183)', () => {
  let provider: TestProvider;
  let holder: AccountHolder;
  beforeAll(async () => {
    provider = await createTestProvider({ ...fixtures, portal: { second_factor: 'off', account_deletion: 'on' } });
    holder = await signInToAccount(provider);
  });
  afterAll(() => provider.close());

  const forms: readonly (readonly [page: string, fields: FormFields])[] = [
    ['password', { new_password: 'purple otter counts seventeen clocks', decision: 'save' }],
    ['email', { email: 'new@example.com', decision: 'save' }],
    ['authenticator', { decision: 'remove', confirmed: '1' }],
    ['recovery-codes', { decision: 'renew', confirmed: '1' }],
    ['passkeys/new', { passkey: '{}', decision: 'save' }],
    ['passkeys/x', { decision: 'remove', confirmed: '1' }],
    ['delete', { username: 'alice', decision: 'delete', confirmed: '1' }],
  ];

  it.each(forms)('%s requires the second factor if the account has one', async (page, fields) => {
    const { db, now } = provider.context();
    const { sub } = await holder.session();
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: now } });
    const response = await holder.send(`account/${page}`, fields);
    await db.authenticator.deleteMany();
    expect(locationOf(response)).toMatch(/\/login(\/factor)?\?interaction=/);
  });

  it.each(forms)('%s requires a new sign-in after a while', async (page, fields) => {
    provider.advance(31 * 60);
    expect(locationOf(await holder.send(`account/${page}`, fields))).toMatch(/\/login\?interaction=/);
  });
});
