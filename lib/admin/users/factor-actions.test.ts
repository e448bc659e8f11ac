import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { findPasswordLink } from '#lib/users/password-link';
import { removeFactor, requireNewPassword, sendPasswordMail } from './change-credentials';
import { readUserFactors, readUserSecurity } from './read';

const reason = 'asked by phone';
const proved = (name: string) => ({ email: `${name}@corp.example`, email_verified: true });
const mailed = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };
const people = {
  ...fixtures,
  users: [
    { username: 'root', password, admin: 'owner' },
    { username: 'ed', password, admin: 'editor' },
    { username: 'ann', password, claims: proved('ann') },
    { username: 'ben', claims: { email: 'ben@corp.example' } },
    { username: 'cid', password, claims: { email: 'cid@corp.example' } },
    { username: 'dan' },
    { username: 'off', enabled: false, claims: proved('off') },
  ],
};

let provider: TestProvider;
let db: Database;
let ann: string;

beforeAll(async () => {
  provider = await createTestProvider(people, mailed);
  ({ db } = provider.context());
  ann = await subOf(provider, 'ann');
});
afterAll(() => provider.close());

beforeEach(async () => {
  const { now } = provider.context();
  await db.passkey.deleteMany();
  await db.authenticator.deleteMany();
  await db.recoveryCode.deleteMany();
  await db.trustedDevice.deleteMany();
  await db.accountLink.deleteMany();
  await db.outboxMail.deleteMany();
  await db.auditSeal.deleteMany();
  await db.auditEvent.deleteMany();
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
  await db.trustedDevice.create({ data: { hash: 'h', id: 'd', sub: ann, ...times } });
  await db.authenticator.create({ data: { sub: ann, sealed: 'canary', createdAt: now } });
  await db.recoveryCode.createMany({
    data: ['a', 'b'].map((hash) => ({ sub: ann, hash, salt: 'canary', createdAt: now })),
  });
  const key = { publicKey: 'canary', counter: 0, transports: '', aaguid: '', deviceBound: false, backedUp: true };
  await db.passkey.create({ data: { id: 'key-1', sub: ann, name: 'Phone', createdAt: now, ...key } });
});

const act = async (name: string, at = provider) => ({ ...(await actAs(at, name)), reason });
const events = async (type: string) =>
  (await listEvents(db, { types: [type], targetId: ann }, 5)).map(({ details }) => JSON.parse(details));
const factorsOf = async (name: string) => (await readUserFactors(await act('ed'), await subOf(provider, name))).factors;

describe('the factors of a person', () => {
  it('are listed with their dates, without their keys', async () => {
    const { now } = provider.context();
    await db.recoveryCode.updateMany({ where: { hash: 'a' }, data: { usedAt: now } });
    const facts = await readUserFactors(await act('ed'), ann);
    expect(facts).toMatchObject({ trustedDevices: 1, mustSetPassword: false, mailedLinks: [] });
    expect(facts.factors).toEqual([
      { id: 'key-1', kind: 'passkey', name: 'Phone', createdAt: now, lastUsedAt: null, left: null },
      { id: 'totp', kind: 'totp', name: null, createdAt: now, lastUsedAt: null, left: null },
      { id: 'recovery', kind: 'recovery', name: null, createdAt: now, lastUsedAt: now, left: 1 },
    ]);
    expect(JSON.stringify(facts)).not.toContain('canary');
    expect(await factorsOf('ben')).toEqual([]);
  });

  it('tell the time of the last change of the password, if one is recorded', async () => {
    const { now } = provider.context();
    const changedAt = async () => (await readUserFactors(await act('ed'), ann)).passwordChangedAt;
    expect(await changedAt()).toBeNull();
    const person = { kind: 'user', id: ann, name: 'ann' } as const;
    await recordEvents(db, [{ type: 'password.changed', outcome: 'success', actor: person, target: person }], now);
    expect(await changedAt()).toEqual(now);
  });

  it('count no trusted device after trusted_device_days became 0', async () => {
    const admin = await act('ed');
    const snapshot = { ...admin.snapshot, portal: { ...admin.snapshot.portal, trustedDeviceDays: 0 } };
    expect(await readUserFactors({ ...admin, snapshot }, ann)).toMatchObject({ trustedDevices: 0 });
  });

  it.each([
    ['key-1', { factor: 'passkey', name: 'Phone' }],
    ['totp', { factor: 'totp' }],
    ['recovery', { factor: 'recovery' }],
  ])('lose only %s, which ends the trust in devices and notifies the person', async (id, told) => {
    await removeFactor(await act('ed'), ann, id);
    const left = await factorsOf('ann');
    expect(left.map((factor) => factor.id)).toEqual(['key-1', 'totp', 'recovery'].filter((other) => other !== id));
    expect(await db.trustedDevice.count()).toBe(0);
    expect(await takeMails(provider.context())).toMatchObject([
      { kind: 'factor_removed', to: 'ann@corp.example', values: told },
    ]);
    expect(await events('factor.removed')).toMatchObject([{ reason, factor: told.factor }]);
    const again = removeFactor(await act('ed'), ann, id);
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leave no recovery codes when the last one is removed', async () => {
    await removeFactor(await act('ed'), ann, 'totp');
    expect(await factorsOf('ann')).toMatchObject([{ kind: 'passkey' }, { kind: 'recovery', left: 2 }]);
    await removeFactor(await act('ed'), ann, 'key-1');
    expect(await factorsOf('ann')).toEqual([]);
  });

  it('cannot be removed from another account, without a role, or from oneself (security #161, #183)', async () => {
    const [ben, root, ed] = await Promise.all(['ben', 'root', 'ed'].map((name) => subOf(provider, name)));
    const remove = async (name: string, sub = '', id = 'key-1') => removeFactor(await act(name), sub, id);
    await expect(remove('ed', ben)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove('ed', 'nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove('ed', root)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove('ed', ed)).rejects.toMatchObject({ code: 'in_use' });
    expect(await factorsOf('ann')).toHaveLength(3);
    expect(await takeMails(provider.context())).toEqual([]);
  });
});

describe('a new password at the next sign-in', () => {
  it('can be requested and canceled, each with an event', async () => {
    const state = async () => (await readUserFactors(await act('ed'), ann)).mustSetPassword;
    await requireNewPassword(await act('ed'), ann, true);
    expect(await state()).toBe(true);
    await requireNewPassword(await act('ed'), ann, true);
    await requireNewPassword(await act('ed'), ann, false);
    expect(await state()).toBe(false);
    const told = (await events('user.updated')).map(({ before, after }) =>
      [before, after].map((side) => side.must_set_password),
    );
    expect(told.sort()).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ]);
  });

  it('cannot be requested for an account without a password, or by an editor for an owner (security #161)', async () => {
    const ask = async (name: string) => requireNewPassword(await act('ed'), await subOf(provider, name), true);
    await expect(ask('dan')).rejects.toMatchObject({ code: 'invalid' });
    await expect(ask('root')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the mail with which a person sets a password', () => {
  const send = async (name: string, at = provider) => sendPasswordMail(await act('ed', at), await subOf(at, name));

  it('goes to the verified address of an account', async () => {
    const { now } = provider.context();
    expect(await send('ann')).toEqual({
      kind: 'recover',
      email: 'ann@corp.example',
      expiresAt: new Date(now.getTime() + 15 * 60_000),
    });
    const [mail] = await takeMails(provider.context());
    expect(mail).toMatchObject({ kind: 'recover', to: 'ann@corp.example' });
    expect(await events('recovery.requested')).toMatchObject([{ reason }]);
    const { mailedLinks } = await readUserFactors(await act('ed'), ann);
    expect(mailedLinks).toMatchObject([{ kind: 'recover' }]);
    expect(JSON.stringify(await listEvents(db, {}, 5))).not.toContain(tokenIn(mail));
  });

  it('is an invitation for an account without a password', async () => {
    expect(await send('ben')).toMatchObject({ kind: 'invite', email: 'ben@corp.example' });
    const [mail] = await takeMails(provider.context());
    expect(mail).toMatchObject({ kind: 'invite', to: 'ben@corp.example', values: { username: 'ben' } });
    const person = await findPasswordLink(db, tokenIn(mail), provider.context().now);
    expect(person?.username).toBe('ben');
    const { mailedLinks } = await readUserFactors(await act('ed'), await subOf(provider, 'ben'));
    expect(mailedLinks).toMatchObject([{ kind: 'invite' }]);
  });

  it.each(['cid', 'dan', 'off', 'root'])(
    'is refused for %s: unverified address, no address, disabled, an owner',
    async (name) => {
      await expect(send(name)).rejects.toMatchObject({ code: name === 'root' ? 'forbidden' : 'invalid' });
      expect(await takeMails(provider.context())).toEqual([]);
    },
  );

  it('is offered only where it can be sent', async () => {
    const offered = async (name: string, at = provider) =>
      (await readUserSecurity(await actAs(at, 'ed'), await subOf(at, name))).passwordMail;
    expect(await offered('ann')).toEqual({ kind: 'recover', email: 'ann@corp.example' });
    expect(await offered('ben')).toEqual({ kind: 'invite', email: 'ben@corp.example' });
    expect(await offered('cid')).toBeNull();
    const silent = await createTestProvider(people);
    expect(await offered('ann', silent)).toBeNull();
    await expect(send('ann', silent)).rejects.toMatchObject({ code: 'invalid' });
    await silent.close();
  });
});
