import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createId } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes, type NewRecoveryCodes } from '#lib/factors/recovery-codes';
import { type AccountHolder, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { readHome, readNotices } from './read';

let provider: TestProvider;
let alice: AccountHolder;
let codes: NewRecoveryCodes;
let sub: string;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  codes = await createRecoveryCodes();
});
afterAll(() => provider.close());

beforeEach(async () => {
  provider.advance(3600);
  const { db } = provider.context();
  await provider.configure({ ...fixtures, portal: { passkeys: 'on' } });
  await db.passkey.deleteMany();
  await db.recoveryCode.deleteMany();
  await db.session.deleteMany();
  await db.user.updateMany({ data: { twoStep: false } });
  alice = await signInToAccount(provider);
  ({ sub } = await alice.session());
  await db.accountNotice.deleteMany();
});

const read = async () => readHome(await alice.session(), 'en', provider.context());
const givePasskeyToAlice = () => givePasskey(provider, createAuthenticator({ origin: issuer }));
const keepCodes = async (left: number) => {
  const { db, now } = provider.context();
  await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
  const surplus = await db.recoveryCode.findMany({ where: { sub }, skip: left });
  await db.recoveryCode.deleteMany({ where: { hash: { in: surplus.map(({ hash }) => hash) } } });
};
const tell = async (kind: string, details: object = {}) => {
  const { db, now } = provider.context();
  const expiresAt = new Date(now.getTime() + 1_000_000);
  await db.accountNotice.create({
    data: { id: createId(), sub, kind, details: JSON.stringify(details), createdAt: now, expiresAt },
  });
};

describe('the verdict of the home (decision 017)', () => {
  it('advises a passkey to whoever has only a password, at once while the sign-in is fresh', async () => {
    expect(await read()).toMatchObject({ protection: 'password', advice: { step: 'passkey', isReady: true } });
    provider.advance(301);
    expect(await read()).toMatchObject({ advice: { step: 'passkey', isReady: false } });
  });

  it('does not count as use of a page that requires a fresh sign-in (security #183)', async () => {
    const { db } = provider.context();
    await read();
    expect(await db.session.findFirst({ where: { sub } })).toMatchObject({ guardedAt: null });
  });

  it('advises an app where passkeys are off', async () => {
    await provider.configure({ ...fixtures, portal: { passkeys: 'off' } });
    expect(await read()).toMatchObject({ advice: { step: 'app' }, security: { passkeys: null } });
  });

  it('speaks of one way to sign in to a person without a password', async () => {
    await provider.context().db.user.updateMany({ where: { sub }, data: { passwordHash: null } });
    expect(await read()).toMatchObject({ protection: 'single' });
    await provider.context().db.user.deleteMany({ where: { sub } });
    await provider.configure(fixtures);
  });

  it.each([
    [0, 'codes'],
    [3, 'codes'],
    [4, 'done'],
  ])('with a passkey and %i recovery codes: %s', async (left, step) => {
    await givePasskeyToAlice();
    await keepCodes(left);
    expect(await read()).toMatchObject({ protection: 'passkey', advice: { step } });
  });

  it('shows a new device in the card alone, after everything else', async () => {
    await tell('new_device', { browser: 'Firefox (Windows)' });
    await tell('password_changed');
    expect((await read()).advice.step).toBe('passkey');
    await givePasskeyToAlice();
    await keepCodes(10);
    await provider.context().db.user.updateMany({ where: { sub }, data: { twoStep: true } });
    const { protection, advice, notices } = await read();
    expect([protection, advice.step]).toEqual(['two_step', 'device']);
    expect(notices.map(({ key }) => key)).toEqual(['account.notices.kinds.password_changed']);
  });
});

it('tells what another session did, and not what this one did', async () => {
  const { sid } = await alice.session();
  await tell('password_changed', { sid });
  await tell('factor_added', { sid: 'another', factor: 'passkey' });
  const keys = (await readNotices({ sub, sid }, 'en', provider.context())).map(({ key }) => key);
  expect(keys).toEqual(['account.notices.kinds.factor_added']);
});

it('announces a new device everywhere but there', async () => {
  const there = await signInToAccount(provider);
  const noticesOf = async (holder: AccountHolder) =>
    (await readNotices(await holder.session(), 'en', provider.context())).map(({ key }) => key);
  expect(await noticesOf(alice)).toEqual(['account.notices.kinds.new_device']);
  expect(await noticesOf(there)).toEqual([]);
});

it('counts sessions and apps in its tiles', async () => {
  await signInToAccount(provider);
  expect(await read()).toMatchObject({ devices: { count: '2' }, apps: { count: '0', latest: null } });
});
