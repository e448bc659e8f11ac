import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listEvents } from '#lib/audit/event-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { findAuthenticator, saveAuthenticator } from '#lib/factors/authenticator-store';
import { parseTotpKey } from '#lib/factors/totp';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { formatChanges } from './format-plan';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const options = { prune: false, now, secret, by: byCommandLine };
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const other = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const totp = (text: string) => [{ type: 'totp', secret: text }];

let open: TestDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(alice: object, at = open): Promise<string> {
  const file = parseConfiguration(JSON.stringify({ users: [{ username: 'alice', ...alice }] }));
  return formatChanges((await applyConfiguration(at, file, options))?.changes ?? []);
}

async function subOf(name = 'alice'): Promise<string> {
  return (await findUserByUsername(open.db, name))?.sub ?? '';
}

async function keyOf(): Promise<string | undefined> {
  return (await findAuthenticator(open.db, await subOf(), secret))?.key;
}

async function trustDevice(): Promise<void> {
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) };
  await open.db.trustedDevice.create({ data: { hash: 'h', id: 'd', sub: await subOf(), ...times } });
}

describe('second_factors in a file', () => {
  it.each([
    ['keeps the app that it lists', { second_factors: totp(key) }, key],
    ['does not bring back an app that it leaves out', {}, undefined],
  ])('%s when a role removes what others may have added (decision 020)', async (_, listed, expected) => {
    const password = { password: 'correct horse battery staple', password_counts_for: 'none' };
    await apply({ ...password, second_factors: totp(key) });
    const promoted = { ...password, ...listed, admin: 'owner' };
    expect(await apply(promoted)).toBe('~ user alice: admin false → "owner"');
    expect(await keyOf()).toBe(expected);
    expect(await apply(promoted)).toBe('no changes');
  });

  it('adds the authenticator app of a new account', async () => {
    expect(await apply({ second_factors: totp('jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp') })).toBe('+ user alice');
    expect(await keyOf()).toBe(key);
  });

  it('keeps the app of the account if it is absent or has the same key', async () => {
    await apply({ second_factors: totp(key) });
    await trustDevice();
    const stored = await open.db.authenticator.findMany();
    expect(await apply({})).toBe('no changes');
    expect(await apply({ second_factors: totp(key) })).toBe('no changes');
    expect(await open.db.trustedDevice.count()).toBe(1);
    // Restricting an account ends the trust in its devices.
    expect(await apply({ enabled: false })).toBe('~ user alice: enabled true → false');
    expect(await open.db.authenticator.findMany()).toEqual(stored);
    expect(await open.db.trustedDevice.count()).toBe(0);
  });

  it.each([
    ['another key', totp(other), other],
    ['an empty list', [], undefined],
  ])(
    'replaces or removes the app, and ends the trust in devices: %s (security #183)',
    async (_name, factors, expected) => {
      await apply({ second_factors: totp(key) });
      await trustDevice();
      await open.db.recoveryCode.create({ data: { sub: await subOf(), hash: 'c', salt: 's', createdAt: now } });
      expect(await apply({ second_factors: factors })).toBe('~ user alice: second_factors');
      expect(await keyOf()).toBe(expected);
      expect(await open.db.trustedDevice.count()).toBe(0);
      expect(await open.db.recoveryCode.count(), 'codes without a factor go').toBe(expected === undefined ? 0 : 1);
    },
  );

  it('is compared again if the person changes the app meanwhile', async () => {
    await apply({ second_factors: totp(key) });
    const sub = await subOf();
    const added = parseTotpKey(other);
    if (added === null) throw new Error('the key of the test is none');
    const db = beforeTransaction(open.db, async () => {
      await transaction(open.db, (tx) =>
        saveAuthenticator(tx, proven('person', sub), { key: added, step: null }, { secret, now }),
      );
    });
    await apply({ second_factors: totp(key) }, { ...open, db });
    expect(await keyOf()).toBe(key);
  });

  it('writes no key to the audit log, the history or the plan (security #167)', async () => {
    await apply({ second_factors: totp(key) });
    await apply({ second_factors: totp(other) });
    const [sealed] = await open.db.authenticator.findMany();
    const told = JSON.stringify([await listEvents(open.db, {}, 10), await open.db.configurationChange.findMany()]);
    expect(told).toMatch(/second_factors[\\":]+1\b/);
    expect(told).toMatch(/second_factors[\\":]+replaced/);
    for (const text of [key, other, sealed?.sealed ?? 'missing']) expect(told).not.toContain(text);
  });

  it.each([
    ['key', 'expected a list, got text'],
    [totp('A'.repeat(15)), 'expected the key of an authenticator app: 16 to 128 characters of Base32'],
    [totp('0189'.repeat(8)), 'expected the key of an authenticator app: 16 to 128 characters of Base32'],
    [[...totp(key), ...totp(other)], 'expected at most 1 item'],
    [[{ type: 'sms', secret: key }], 'expected'],
    [[{ type: 'totp' }], 'expected text, but it is missing'],
    [[{ type: 'totp', secret: key, digits: 8 }], 'unknown key'],
  ])('refuses %j', async (factors, message) => {
    await expect(apply({ second_factors: factors })).rejects.toThrow(message);
  });
});

describe('an export', () => {
  it('contains second factors only on request', async () => {
    await apply({ second_factors: totp(key) });
    const text = await exportConfiguration(open.db);
    expect(text).not.toContain('second_factors');
    expect(await apply(parse(text).users[0])).toBe('no changes');
    expect(await keyOf()).toBe(key);
  });

  it('with secrets moves second factors to a database with another secret', async () => {
    await apply({ second_factors: totp(key) });
    const [alice] = parse(await exportConfiguration(open.db, 'yaml', secret)).users;
    expect(alice.second_factors).toEqual(totp(key));
    const moved = await createTestDatabase();
    const elsewhere = masterSecret('another secret of this test, of some length');
    const file = parseConfiguration(JSON.stringify({ users: [alice] }));
    await applyConfiguration(moved, file, { ...options, secret: elsewhere });
    expect((await findAuthenticator(moved.db, alice.sub, elsewhere))?.key).toBe(key);
    await moved.close();
  });

  it('with secrets reports a key that cannot be opened', async () => {
    await apply({ second_factors: totp(key) });
    const unknown = masterSecret('another secret of this test, of some length');
    await expect(exportConfiguration(open.db, 'yaml', unknown)).rejects.toThrow('the authenticator app of alice');
  });
});
