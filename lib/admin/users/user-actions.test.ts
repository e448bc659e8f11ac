import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findUndo } from '#lib/account/email/undo-email';
import { listEvents } from '#lib/audit/event-store';
import { openDatabase } from '#lib/db/open';
import { reserve } from '#lib/ratelimit/reserve';
import { findDueNotices } from '#lib/sessions/logout-notice-store';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtures, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { createPerson, password, redirectUri } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { findAddressHolders } from '#lib/users/address-store';
import { authenticateUser } from '#lib/users/authenticate-user';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { secondFactorKey } from '#lib/users/clear-attempts';
import { reserveMail } from '#lib/users/mail-limits';
import { findPasswordLink } from '#lib/users/password-link';
import { reserveStrangerAttempt } from '#lib/users/stranger-attempt';
import { createUser, findUserByUsername, updateUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import {
  deleteAccount,
  endUserSession,
  revokeApp,
  setRole,
  setUserEnabled,
  signOutEverywhere,
  unlockUser,
} from './change-account';
import { makePasswordLink, unlinkIdentity } from './change-credentials';
import { getUser, readUserApps, readUserFacts, readUserSecurity, readUserSessions, userVersion } from './read';
import { createAccount, saveProfile } from './save-user';

const people = {
  ...fixtures,
  clients: [
    {
      ...fixtures.clients[0],
      client_id: 'told',
      client_secrets: [{ value: secrets.web }],
      redirect_uris: [redirectUri],
      backchannel_logout_uri: 'https://rp.test/backchannel',
    },
    ...fixtures.clients,
  ],
  users: [
    ...fixtures.users,
    { username: 'root', password, admin: 'owner' },
    { username: 'ed', password, admin: 'editor' },
    { username: 'ed2', password, admin: 'editor' },
    { username: 'aud', password, admin: 'auditor' },
  ],
};

let provider: TestProvider;
const reason = 'asked by phone';

beforeAll(async () => {
  provider = await createTestProvider(people);
});

afterAll(() => provider.close());

beforeEach(async () => {
  const { db, now } = provider.context();
  for (const [username, admin] of [
    ['alice', null],
    ['bob', null],
    ['root', 'owner'],
    ['ed', 'editor'],
    ['ed2', 'editor'],
    ['aud', 'auditor'],
  ] as const) {
    const user = await findUserByUsername(db, username);
    if (user !== null) await updateUser(db, proven('operator', user.sub), { ...user, enabled: true, admin }, now);
  }
});

const lastEvent = async (type: string, targetId: string) =>
  (await listEvents(provider.context().db, { types: [type], targetId }, 1))[0];

const typed = 'seven otters juggle lanterns';

async function versionOf(sub: string): Promise<string> {
  return userVersion(await getUser(provider.context(), sub));
}

describe('disabling a user', () => {
  it('ends sessions and grants at once, notifies the applications, and is recorded (security #161)', async () => {
    const sub = await subOf(provider, 'alice');
    const issued = await issueCode(provider, { client_id: 'told', scope: 'openid offline_access', prompt: 'consent' });
    const tokens = JSON.parse((await redeem(provider, issued, {}, `Basic ${btoa(`told:${secrets.web}`)}`)).body);
    const root = await actAs(provider, 'root');
    expect(await readUserApps(root, sub)).toEqual([expect.objectContaining({ clientId: 'told', grants: 1 })]);
    await setUserEnabled({ ...root, reason }, sub, false);
    expect(await readUserSessions(root, { sub })).toEqual([]);
    expect(await readUserApps(root, sub)).toEqual([]);
    const answer = await refresh(provider, tokens.refresh_token, {}, `Basic ${btoa(`told:${secrets.web}`)}`);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_grant' });
    const notices = await findDueNotices(root.db, root.now, { limit: 10, longestPauseMs: 0, isAccess: false });
    expect(notices).toEqual([expect.objectContaining({ clientId: 'told', sub })]);
    const event = await lastEvent('user.updated', sub);
    expect(event).toMatchObject({ actorName: 'root', targetName: 'alice', address: '192.0.2.9' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({
      reason,
      before: { enabled: true, password_hash: true },
      after: { enabled: false },
    });
  });

  it('can be reverted', async () => {
    const sub = await subOf(provider, 'bob');
    const root = await actAs(provider, 'root');
    await setUserEnabled(root, sub, false);
    const attempt = { ...attemptDefaults, ...provider.context(), username: 'bob', password };
    expect(await authenticateUser(attempt)).toEqual({ problem: 'invalid_credentials' });
    await setUserEnabled(root, sub, true);
    expect(await authenticateUser(attempt)).toMatchObject({ user: { sub } });
  });

  it('cannot be reverted for a user who cannot be read, and changes nothing', async () => {
    const sub = await subOf(provider, 'bob');
    const root = await actAs(provider, 'root');
    await root.db.user.update({ where: { sub }, data: { claims: '{' } });
    await expect(setUserEnabled(root, sub, true)).rejects.toMatchObject({ code: 'invalid' });
    await root.db.user.update({ where: { sub }, data: { claims: '{}' } });
    expect((await getUser(root, sub)).enabled).toBe(true);
  });

  it('is refused for oneself', async () => {
    const root = await actAs(provider, 'root');
    const sub = await subOf(provider, 'root');
    await expect(setUserEnabled(root, sub, false)).rejects.toMatchObject({ code: 'in_use' });
    await expect(deleteAccount(root, sub, await versionOf(sub))).rejects.toMatchObject({ code: 'in_use' });
  });
});

describe('roles (security #161)', () => {
  it('can be given and taken by an owner', async () => {
    const root = await actAs(provider, 'root');
    const sub = await subOf(provider, 'bob');
    await setRole(root, sub, 'auditor');
    expect((await getUser(root, sub)).admin).toBe('auditor');
    await setRole(root, sub, null);
    expect((await getUser(root, sub)).admin).toBeNull();
  });

  it('invalidate a link that an editor created before', async () => {
    const sub = await subOf(provider, 'bob');
    const { link } = await makePasswordLink(await actAs(provider, 'ed'), sub);
    await setRole(await actAs(provider, 'root'), sub, 'owner');
    const { db, now } = provider.context();
    expect(await findPasswordLink(db, new URL(link).searchParams.get('token') ?? '', now)).toBeNull();
  });

  it.each(['ed', 'aud'])('can be given only by owners: %s', async (name) => {
    const admin = await actAs(provider, name);
    const sub = await subOf(provider, name);
    await expect(setRole(admin, sub, 'owner')).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getUser(admin, sub)).admin).not.toBe('owner');
  });

  it('cannot be given by an owner who just lost the role', async () => {
    const stale = await actAs(provider, 'root');
    const { db, now } = provider.context();
    const bob = await getUser(stale, await subOf(provider, 'bob'));
    await updateUser(db, proven('operator', bob.sub), { ...bob, admin: 'owner' }, now);
    const root = await getUser(stale, await subOf(provider, 'root'));
    await updateUser(db, proven('operator', root.sub), { ...root, admin: null }, now);
    const again = setRole(stale, root.sub, 'owner');
    await expect(again).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getUser(stale, root.sub)).admin).toBeNull();
  });

  it('always leave an owner who can sign in', async () => {
    const root = await actAs(provider, 'root');
    const { db, now } = provider.context();
    const off = await getUser(root, await subOf(provider, 'off'));
    await updateUser(db, proven('operator', off.sub), { ...off, admin: 'owner' }, now);
    const sub = await subOf(provider, 'root');
    for (const role of ['editor', null] as const) {
      await expect(setRole(root, sub, role)).rejects.toMatchObject({ code: 'last_owner' });
    }
    const bob = await actAs(provider, 'bob', 'owner');
    await expect(setUserEnabled(bob, sub, false)).rejects.toMatchObject({ code: 'last_owner' });
    await expect(deleteAccount(bob, sub, await versionOf(sub))).rejects.toMatchObject({ code: 'last_owner' });
    expect((await getUser(root, sub)).admin).toBe('owner');
  });

  it('leave an owner when two remove each other simultaneously, ten times', async () => {
    const other = await openDatabase(provider.databaseUrl);
    const { db, now } = provider.context();
    const subs = [await subOf(provider, 'root'), await subOf(provider, 'bob')] as const;
    for (let round = 0; round < 10; round += 1) {
      for (const sub of subs) {
        const user = await getUser({ db }, sub);
        await updateUser(db, proven('operator', sub), { ...user, enabled: true, admin: 'owner' }, now);
      }
      const root = await actAs(provider, 'root');
      const bob = { ...(await actAs(provider, 'bob')), db: other.db };
      const results = await Promise.allSettled([
        setRole(root, subs[1], null),
        round % 2 === 0 ? setRole(bob, subs[0], null) : setUserEnabled(bob, subs[0], false),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const left = await Promise.all(subs.map((sub) => getUser({ db }, sub)));
      expect(left.filter(({ enabled, admin }) => enabled && admin === 'owner')).toHaveLength(1);
    }
    await other.close();
  });
});

describe('an editor (security #161)', () => {
  it.each(['root', 'ed2'])('cannot change an account with the same or a higher role: %s', async (name) => {
    const editor = await actAs(provider, 'ed');
    const on = await subOf(provider, name);
    const { version } = await readUserFacts(editor, on);
    const profile = { username: 'taken-over', tenants: 'all' as const, claims: {} };
    const attempts = [
      () => setUserEnabled(editor, on, false),
      () => signOutEverywhere(editor, on),
      () => makePasswordLink(editor, on),
      () => unlockUser(editor, on),
      () => deleteAccount(editor, on, version),
      () => saveProfile(editor, on, { profile, version }),
      () => revokeApp(editor, on, 'web'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await subOf(provider, name)).toBe(on);
  });

  it('manages people and auditors', async () => {
    const editor = await actAs(provider, 'ed');
    for (const name of ['bob', 'aud']) {
      const { link } = await makePasswordLink(editor, await subOf(provider, name));
      expect(link).toMatch(/^https:\/\/op\.test\/setup\?token=[\w-]{43}$/);
    }
  });

  describe('cannot give away the address of an account that they may not change', () => {
    const address = 'Root@Corp.example';
    const verified = { email: address, email_verified: true };
    let theirs: string;
    beforeAll(async () => {
      const owner = await actAs(provider, 'root');
      theirs = await subOf(provider, 'root');
      const { version } = await readUserFacts(owner, theirs);
      const profile = { username: 'root', tenants: 'all', claims: verified } as const;
      await saveProfile(owner, theirs, { profile, version });
    });

    it.each<[string, object]>([
      ['verified', verified],
      ['in another spelling', { ...verified, email: 'root@CORP.example' }],
      ['unverified, since it would be reserved all the same', { email: address }],
    ])('%s', async (_, claims) => {
      const editor = await actAs(provider, 'ed');
      const refused = { code: 'forbidden', fields: [{ field: 'email', code: 'address_of_owner' }] };
      for (const name of ['bob', 'ed']) {
        const on = await subOf(provider, name);
        const { version } = await readUserFacts(editor, on);
        const profile = { username: name, tenants: 'all' as const, claims };
        await expect(saveProfile(editor, on, { profile, version })).rejects.toMatchObject(refused);
      }
      const profile = { username: 'newcomer', tenants: 'all' as const, claims };
      await expect(createAccount(editor, { profile, first: { kind: 'link' } })).rejects.toMatchObject(refused);
      expect(await findUserByUsername(editor.db, 'newcomer')).toBeNull();
      const { db } = provider.context();
      const holders = await db.user.findMany({ where: { canonicalEmail: 'root@corp.example' }, select: { sub: true } });
      expect(holders).toEqual([{ sub: theirs }]);
    });

    it('by enabling an account that has it', async () => {
      const { db, now } = provider.context();
      const former = { username: 'former', canonicalUsername: storedCanonicalUsername('former'), passwordHash: null };
      const { sub } = await createUser(
        db,
        { ...former, enabled: false, admin: null, tenants: 'all', claims: verified },
        now,
      );
      const editor = await actAs(provider, 'ed');
      const refused = { code: 'forbidden', fields: [{ field: 'email', code: 'address_of_owner' }] };
      await expect(setUserEnabled(editor, sub, true)).rejects.toMatchObject(refused);
      expect(await findAddressHolders(db, 'root@corp.example')).toEqual([theirs]);
      await setUserEnabled(await actAs(provider, 'root'), sub, true);
      await deleteAccount(editor, sub, (await readUserFacts(editor, sub)).version);
    });

    it('however many of their own have it already (security #161)', async () => {
      const claims = { email: 'late@corp.example' };
      const first = { kind: 'provider' } as const;
      const create = async (maker: string, username: string) =>
        createAccount(await actAs(provider, maker), { profile: { username, tenants: 'all', claims }, first });
      for (let index = 0; index < 11; index += 1) await create('ed', `early${index}`);
      provider.advance(1);
      const { sub } = await create('root', 'late');
      await setRole(await actAs(provider, 'root'), sub, 'owner');
      const editor = await actAs(provider, 'ed');
      const own = await subOf(provider, 'early0');
      const { version } = await readUserFacts(editor, own);
      const profile = { username: 'early0', tenants: 'all' as const, claims: { ...claims, email_verified: true } };
      const refused = { code: 'forbidden', fields: [{ field: 'email', code: 'address_of_owner' }] };
      await expect(saveProfile(editor, own, { profile, version })).rejects.toMatchObject(refused);
    });

    it('while an owner can, and an editor can give away other addresses', async () => {
      const owner = await actAs(provider, 'root');
      const own = await createAccount(owner, {
        profile: { username: 'deputy', tenants: 'all', claims: { email: address } },
        first: { kind: 'link' },
      });
      expect(own.sub).toEqual(expect.any(String));
      const editor = await actAs(provider, 'ed');
      const profile = { username: 'temp', tenants: 'all' as const, claims: { email: 'temp@corp.example' } };
      expect(await createAccount(editor, { profile, first: { kind: 'link' } })).toMatchObject({
        username: 'temp',
      });
    });
  });

  it('cannot make anybody an administrator, regardless of the form (security #159)', async () => {
    const editor = await actAs(provider, 'ed');
    const hostile = {
      username: 'mallory',
      tenants: 'all' as const,
      claims: {},
      admin: 'owner',
      sub: 'chosen',
      password_hash: null,
    };
    const { sub } = await createAccount(editor, { profile: hostile, first: { kind: 'link' } });
    expect(await getUser(editor, sub)).toMatchObject({ admin: null, passwordHash: null });
    expect(sub).not.toBe('chosen');
    const { version } = await readUserFacts(editor, sub);
    await saveProfile(editor, sub, { profile: { ...hostile, username: 'mal' }, version });
    expect(await getUser(editor, sub)).toMatchObject({ username: 'mal', admin: null });
  });
});

describe('an account', () => {
  it('has no password and no link for a person who signs in only with a provider', async () => {
    const admin = await actAs(provider, 'root');
    const profile = { username: 'provider-only', tenants: 'all', claims: {} } as const;
    const made = await createAccount(admin, { profile, first: { kind: 'provider' } });
    expect(made).toMatchObject({ link: null, password: null });
    expect((await findUserByUsername(admin.db, 'provider-only'))?.passwordHash).toBeNull();
  });

  it('is created with a password that is shown once and works', async () => {
    const admin = await actAs(provider, 'ed');
    const profile = { username: 'Carol', tenants: 'all' as const, claims: { name: 'Carol' } };
    const created = await createAccount(admin, { profile, first: { kind: 'generated' } });
    const attempt = { ...attemptDefaults, ...provider.context(), username: 'carol' };
    expect(await authenticateUser({ ...attempt, password: created.password ?? '' })).toMatchObject({
      user: { sub: created.sub },
    });
    const event = await lastEvent('user.created', created.sub);
    expect(event?.details).toContain('generated');
    expect(event?.details).not.toContain(created.password);
    expect(event?.details).not.toContain('argon2');
  });

  it.each([
    [{ username: '', tenants: 'all' as const, claims: {} }, 'username'],
    [{ username: 'x'.repeat(101), tenants: 'all' as const, claims: {} }, 'username'],
    [{ username: 'dora', tenants: ['nowhere'], claims: {} }, 'tenants[0]'],
    [{ username: 'dora', tenants: 'all' as const, claims: { sub: 'x' } }, 'claims.sub'],
    [{ username: 'dora', tenants: 'all' as const, claims: [] }, 'claims'],
    [{ username: 'ALICE', tenants: 'all' as const, claims: {} }, 'username'],
    [{ username: 'do\u202era', tenants: 'all' as const, claims: {} }, 'username'],
    [{ username: 'dora\uff20corp.example', tenants: 'all' as const, claims: {} }, 'username'],
    [
      { username: 'd@x.example', tenants: 'all' as const, claims: { email: 'd@x.example', email_verified: false } },
      'username',
    ],
    [
      { username: 'd@x.example', tenants: 'all' as const, claims: { email: 'e@x.example', email_verified: true } },
      'username',
    ],
  ])('is not created from %j', async (profile, field) => {
    const made = createAccount(await actAs(provider, 'ed'), { profile, first: { kind: 'link' } });
    await expect(made).rejects.toMatchObject({ fields: [expect.objectContaining({ field })] });
  });

  it('is not created with a common password', async () => {
    const profile = { username: 'dora', tenants: 'all' as const, claims: {} };
    const first = { kind: 'typed' as const, password: 'password1234567' };
    const made = createAccount(await actAs(provider, 'ed'), { profile, first });
    await expect(made).rejects.toMatchObject({ fields: [expect.objectContaining({ field: 'password' })] });
  });

  it('is not created with a password shorter than password_min_length (security #88)', async () => {
    await provider.configure({ portal: { password_min_length: 64 } });
    const admin = await actAs(provider, 'ed');
    const first = { kind: 'typed' as const, password: typed };
    const profile = { username: 'dora', tenants: 'all' as const, claims: {} };
    await expect(createAccount(admin, { profile, first })).rejects.toMatchObject({
      fields: [{ field: 'password', code: 'password_too_short', message: 'expected at least 64 characters' }],
    });
    await provider.configure({ portal: {} });
  });

  it('does not overwrite what another administrator saved meanwhile', async () => {
    const admin = await actAs(provider, 'ed');
    const sub = await subOf(provider, 'bob');
    const { version } = await readUserFacts(admin, sub);
    const profile = { username: 'bob', tenants: 'all' as const, claims: { name: 'Robert' } };
    await saveProfile(admin, sub, { profile, version });
    const second = saveProfile(admin, sub, { profile: { ...profile, claims: {} }, version });
    await expect(second).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect((await getUser(admin, sub)).claims).toEqual({ name: 'Robert' });
  });

  it('gets a mail at both addresses when its address changes, with which the former can undo it', async () => {
    const admin = await actAs(provider, 'ed');
    const at = (email: string) => ({ email, email_verified: true });
    const profile = { username: 'moved', tenants: 'all' as const, claims: at('old@moved.test') };
    const { sub } = await createAccount(admin, { profile, first: { kind: 'link' } });
    const save = async (claims: Record<string, unknown>) => {
      const { version } = await readUserFacts(admin, sub);
      await takeMails(admin);
      await saveProfile(admin, sub, { profile: { ...profile, claims }, version });
      return (await takeMails(admin)).toSorted((a, b) => a.to.localeCompare(b.to));
    };
    expect(await save({ ...at('OLD@moved.test'), name: 'Moved' })).toEqual([]);
    const told = await save(at('new@moved.test'));
    expect(told).toMatchObject([
      { kind: 'email_changed', to: 'new@moved.test', values: { current: 'new@moved.test' } },
      { kind: 'email_changed', to: 'OLD@moved.test', values: { undo: { lifetimeMinutes: 72 * 60 } } },
    ]);
    expect(told[0]?.values).not.toHaveProperty('undo');
    expect(await admin.db.accountNotice.count({ where: { sub, kind: 'email_changed' } })).toBe(1);
    const gone = { kind: 'email_changed', to: 'new@moved.test', values: { undo: { lifetimeMinutes: 72 * 60 } } };
    expect(await save({ email: 'new@moved.test', email_verified: false })).toMatchObject([gone]);
    expect(await save(at('next@moved.test'))).toMatchObject([{ to: 'next@moved.test' }]);
    expect(await findUndo(tokenIn(told[1]), admin)).toMatchObject({ email: 'OLD@moved.test' });
  });

  it('is told of a new username, with which it signs in (security #183)', async () => {
    const admin = await actAs(provider, 'ed');
    const claims = { email: 'named@named.test', email_verified: true };
    const profile = { username: 'named', tenants: 'all' as const, claims };
    const { sub } = await createAccount(admin, { profile, first: { kind: 'link' } });
    const save = async (changed: Partial<typeof profile>) => {
      const { version } = await readUserFacts(admin, sub);
      await takeMails(admin);
      await saveProfile(admin, sub, { profile: { ...profile, ...changed }, version });
      return takeMails(admin);
    };
    expect(await save({ claims: { ...claims, name: 'Nam' } as typeof claims })).toEqual([]);
    const told = { kind: 'username_changed', to: 'named@named.test', values: { username: 'renamed' } };
    expect(await save({ username: 'renamed' })).toMatchObject([told]);
  });

  it('cannot get another person’s address as its username, but keeps an old one (security #116)', async () => {
    const admin = await actAs(provider, 'ed');
    const profile = { username: 'plain', tenants: 'all' as const, claims: {} };
    const { sub } = await createAccount(admin, { profile, first: { kind: 'link' } });
    const save = async (username: string, claims = {}) => {
      const { version } = await readUserFacts(admin, sub);
      await saveProfile(admin, sub, { profile: { ...profile, username, claims }, version });
    };
    await expect(save('victim@corp.example')).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'username', code: 'username_address' }],
    });
    expect((await getUser(admin, sub)).username).toBe('plain');
    const name = { username: 'old@corp.example', canonicalUsername: 'old@corp.example' };
    await admin.db.user.update({ where: { sub }, data: name });
    await save('Old@corp.example', { name: 'Old' });
    expect(await getUser(admin, sub)).toMatchObject({ username: 'Old@corp.example', claims: { name: 'Old' } });
  });

  it('can lose the identity of a provider, which notifies the person', async () => {
    const admin = await actAs(provider, 'ed');
    const claims = { email: 'linked@moved.test', email_verified: true };
    const profile = { username: 'linked', tenants: 'all' as const, claims };
    const { sub } = await createAccount(admin, { profile, first: { kind: 'link' } });
    const identity = { provider: 'corp', issuer: 'https://idp.test', subject: 'linked' };
    const times = { createdAt: admin.now, lastUsedAt: admin.now };
    await admin.db.userIdentity.create({ data: { ...identity, ...times, sub, claims: '[]' } });
    await takeMails(admin);
    await unlinkIdentity(admin, sub, identity);
    expect(await takeMails(admin)).toMatchObject([
      { kind: 'factor_removed', to: 'linked@moved.test', values: { factor: 'provider', name: 'corp' } },
    ]);
    expect(await admin.db.accountNotice.count({ where: { sub, kind: 'factor_removed' } })).toBe(1);
    await expect(unlinkIdentity(admin, sub, identity)).rejects.toMatchObject({ code: 'not_found' });
    expect(await takeMails(admin)).toEqual([]);
  });

  it('is deleted with its data, and a new account with its name is another person (security #180)', async () => {
    const admin = await actAs(provider, 'root');
    const profile = { username: 'erin', tenants: 'all' as const, claims: {} };
    const first = { kind: 'typed' as const, password: typed };
    const { sub } = await createAccount(admin, { profile, first });
    const changed = deleteAccount(admin, sub, 'of before');
    await expect(changed).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await deleteAccount(admin, sub, await versionOf(sub));
    await expect(getUser(admin, sub)).rejects.toMatchObject({ code: 'not_found' });
    const again = await createAccount(admin, { profile, first });
    expect(again.sub).not.toBe(sub);
  });

  it('can be unlocked', async () => {
    const admin = await actAs(provider, 'ed');
    const sub = await subOf(provider, 'aud');
    const attempt = { ...attemptDefaults, ...provider.context(), username: 'aud', password: 'wrong' };
    for (let count = 0; count < 10; count += 1) await authenticateUser(attempt);
    expect((await readUserSecurity(admin, sub)).lockedUntil).not.toBeNull();
    expect(await authenticateUser({ ...attempt, password })).toMatchObject({ problem: 'too_many_attempts' });
    await unlockUser(admin, sub);
    expect((await readUserSecurity(admin, sub)).lockedUntil).toBeNull();
    expect(await authenticateUser({ ...attempt, password })).toMatchObject({ user: { sub } });
  });

  it('can try codes and ask for mails again, and only the limits of networks stay', async () => {
    const admin = await actAs(provider, 'ed');
    const { db, now, settings } = provider.context();
    const user = await getUser(admin, await subOf(provider, 'aud'));
    const { sub } = user;
    await db.rateLimit.deleteMany();
    const mail = {
      kind: 'recover',
      clientAddress: '203.0.113.7',
      recipient: 'aud@aud.test',
      browserHandles: [],
    } as const;
    const askForMail = async () => (await reserveMail(db, { ...mail, sub }, now)).mayBeSent;
    for (let count = 0; count < 5; count += 1) expect(await askForMail()).toBe(true);
    expect(await askForMail()).toBe(false);
    await reserve(db, { key: secondFactorKey(sub, null), limit: 20, windowSeconds: 900, uses: 20 }, now);
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: now } });
    const stranger = { db, secret: settings.secret, now, user, factor: 'totp', others: async () => [] } as const;
    expect(await reserveStrangerAttempt(stranger)).toHaveProperty('giveBack');
    expect(await reserveStrangerAttempt(stranger)).toMatchObject({ problem: 'factor_stopped' });

    await db.user.update({ where: { sub }, data: { claims: JSON.stringify({ email: 'Aud@aud.test' }) } });
    await unlockUser(admin, sub);
    const left = await db.rateLimit.findMany({ select: { key: true } });
    expect(left.map(({ key }) => key.split(':')[0])).toEqual(['mail-network']);
    expect(await db.factorFailure.count()).toBe(0);
    expect(await askForMail()).toBe(true);
  });
});

describe('what belongs to a person', () => {
  it('can be ended one by one, and only theirs (security #158)', async () => {
    const admin = await actAs(provider, 'root');
    const [alice, bob] = [await subOf(provider, 'alice'), await subOf(provider, 'bob')];
    const offline = { scope: 'openid offline_access', prompt: 'consent' };
    await redeem(provider, await issueCode(provider, offline, createPerson(provider, '192.0.2.8')));
    const [session] = await readUserSessions(admin, { sub: alice });
    const sid = session?.sid ?? '';
    expect(session?.clients).toEqual([{ clientId: 'web', name: 'Web shop' }]);
    await expect(endUserSession(admin, bob, sid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(endUserSession(admin, alice, 'none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(revokeApp(admin, bob, 'web')).rejects.toMatchObject({ code: 'not_found' });
    expect(await readUserSessions(admin, { sub: alice })).toHaveLength(1);
    await endUserSession(admin, alice, sid);
    expect(await readUserSessions(admin, { sub: alice })).toEqual([]);
    expect((await readUserApps(admin, alice)).map(({ clientId }) => clientId)).toContain('web');
    await revokeApp(admin, alice, 'web');
    expect((await readUserApps(admin, alice)).map(({ clientId }) => clientId)).not.toContain('web');
    const [told] = await listEvents(admin.db, { types: ['grant.revoked'], clientId: 'web' }, 1);
    expect(told, 'found by its app (ux §1.21.1)').toMatchObject({ targetId: alice, clientName: 'Web shop' });
  });

  it('is shown without any hash (security #160)', async () => {
    const admin = await actAs(provider, 'root');
    const sub = await subOf(provider, 'alice');
    await makePasswordLink(admin, sub);
    const shown = JSON.stringify([
      await readUserFacts(admin, sub),
      await readUserSecurity(admin, sub),
      await readUserSessions(admin, { sub }),
      await readUserApps(admin, sub),
    ]);
    const links = await admin.db.passwordLink.findMany();
    for (const secret of ['argon2', ...links.map(({ hash }) => hash)]) expect(shown).not.toContain(secret);
  });
});
