import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { deriveHandle } from '#lib/crypto/random';
import { writeKnownBrowser } from '#lib/sessions/browser-cookie';
import { addressRequest } from '#lib/testing/address-request';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { replacePasswordHash } from '#lib/users/password-store';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { cancelEmailChange, findEmailChange, resendEmailLink, startEmailChange } from './change-email';
import { findUndo, undoEmailChange } from './undo-email';
import { findVerification, proveEmail } from './verify-email';

const origin = { locale: 'en', tenant: null };
let provider: TestProvider;
let plain: TestProvider;
let names = 0;
let name: string;
const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };

beforeAll(async () => {
  provider = await createTestProvider({}, mailing);
  plain = await createTestProvider({ users: [{ username: 'alice' }] });
});
afterAll(() => Promise.all([provider.close(), plain.close()]));
beforeEach(async () => {
  name = `alice${++names}`;
  await provider.configure({
    users: [
      { username: name, claims: { email: `${name}@old.test`, email_verified: true } },
      { username: `bob-of-${name}`, claims: { email: `bob-of-${name}@old.test`, email_verified: false } },
    ],
  });
  await takeMails(provider.context());
});

async function find(username = name, at = provider) {
  const user = await findUserByUsername(at.context().db, username);
  if (user === null) throw new Error(`there is no ${username}`);
  return user;
}
const request = (username = name, at = provider) => addressRequest(at, username, `192.0.2.${names}`);
const start = async (email: string, username = name) =>
  startEmailChange(email, await request(username), provider.context());
/** An address of this test only. Another test may have verified other addresses, or reached their limits of mails. */
const address = (local: string) => `${local}@${name}.test`;
const elsewhere = { browserId: null, cookieHeader: undefined };
const using = (token: string) => ({ token, origin, clientAddress: '192.0.2.9', place: {}, ...elsewhere });
const prove = (token: string) => proveEmail(using(token), provider.context());
const undo = (token: string) => undoEmailChange(using(token), provider.context());
const take = () => takeMails(provider.context());
const linkTo = async (email: string, username = name) => {
  await start(email, username);
  return tokenIn((await take())[0]);
};
/**
 * Changes the address.
 * @returns the token of the link that undoes the change
 */
const change = async (email: string) => {
  await prove(await linkTo(email));
  return tokenIn((await take()).find(({ values }) => 'undo' in values));
};

describe('a change of address', () => {
  it('mails the new address, and takes effect only with the link', async () => {
    expect(await start(` New@${name}.test `)).toEqual({ email: `New@${name}.test` });
    const mails = await take();
    expect(mails).toMatchObject([{ kind: 'verify_email', to: `New@${name}.test`, values: { lifetimeMinutes: 15 } }]);
    const { sub, claims } = await find();
    expect(claims.email).toBe(`${name}@old.test`);
    expect(await findEmailChange(sub, provider.context())).toMatchObject({ email: `New@${name}.test` });
    const token = tokenIn(mails[0]);
    for (const _ of [1, 2]) {
      expect(await findVerification(token, provider.context())).toEqual({
        email: `New@${name}.test`,
        username: name,
        isChange: true,
      });
    }
    expect(await prove(token)).toMatchObject({ email: `New@${name}.test` });
    expect((await find()).claims).toMatchObject({ email: `New@${name}.test`, email_verified: true });
    expect(await findEmailChange(sub, provider.context())).toBeNull();
  });

  it('notifies both addresses, and can be undone from the former one', async () => {
    const token = await linkTo(address('new'));
    await prove(token);
    const told = (await take()).toSorted((a, b) => a.to.localeCompare(b.to));
    expect(told).toMatchObject([
      { kind: 'email_changed', to: `${name}@old.test`, values: { undo: { lifetimeMinutes: 72 * 60 } } },
      { kind: 'email_changed', to: address('new'), values: { current: address('new') } },
    ]);
    expect(told[1]?.values).not.toHaveProperty('undo');
  });

  it('does not notify an unverified former address, which may belong to another person', async () => {
    await prove(await linkTo(address('bob'), `bob-of-${name}`));
    expect((await take()).map(({ to }) => to)).toEqual([address('bob')]);
  });

  it.each([
    '',
    'nobody',
    'a@b@c.test',
    'a\r\nBcc: b@c.test',
    'a,b@c.test',
    `${'x'.repeat(300)}@c.test`,
    'a\u200b@c.test',
  ])('refuses %j', async (typed) => {
    expect(await start(typed)).toEqual({ problem: 'email_invalid' });
    expect(await take()).toEqual([]);
  });

  it('replaces a verified address that no mail can be sent to', async () => {
    await provider.configure({ users: [{ username: name, claims: { email: 'a..b@old.test', email_verified: true } }] });
    await prove(await linkTo(address('new')));
    expect((await find()).claims).toEqual({ email: address('new'), email_verified: true });
    expect(await take()).toMatchObject([{ kind: 'email_changed', to: address('new') }]);
  });

  it('is refused for the verified address of the account, and if no mail can be sent', async () => {
    expect(await start(`${name}@old.test`)).toEqual({ problem: 'email_same' });
    expect(await startEmailChange(address('a'), await request('alice', plain), plain.context())).toEqual({
      problem: 'no_mail',
    });
  });

  it('replaces an earlier change', async () => {
    const [first, second] = [await linkTo(address('one')), await linkTo(address('two'))];
    expect(await prove(first)).toBeNull();
    expect(await prove(second)).toMatchObject({ email: address('two') });
  });

  it('can be sent again with another link, and canceled', async () => {
    const first = await linkTo(address('one'));
    expect(await resendEmailLink(await request(), provider.context())).toEqual({ email: address('one') });
    const second = tokenIn((await take())[0]);
    expect(await findVerification(first, provider.context())).toBeNull();
    for (const _ of [1, 2]) await cancelEmailChange(await request(), provider.context());
    const canceled = { type: 'email.change_cancelled', targetId: (await find()).sub };
    expect(await provider.context().db.auditEvent.count({ where: canceled })).toBe(1);
    expect(await prove(second)).toBeNull();
    expect(await resendEmailLink(await request(), provider.context())).toEqual({ problem: 'no_change' });
  });

  it('sends at most five mails an hour to an address, without a visible difference', async () => {
    for (let round = 0; round < 7; round += 1) expect(await start(address('many'))).toEqual({ email: address('many') });
    expect(await take()).toHaveLength(5);
  });

  it('keeps the link that was mailed last when nothing more is sent (security #81)', async () => {
    for (let round = 0; round < 5; round += 1) await start(address('last'));
    const token = tokenIn((await take()).at(-1));
    expect(await resendEmailLink(await request(), provider.context())).toEqual({ email: address('last') });
    expect(await start(address('last'))).toEqual({ email: address('last') });
    expect(await take()).toEqual([]);
    expect(await prove(token)).toMatchObject({ email: address('last') });
  });

  it('ends the link of the change before, although the mail of the new one is not sent', async () => {
    for (let round = 0; round < 5; round += 1) await start(address('full'), `bob-of-${name}`);
    const token = await linkTo(address('before'));
    await start(address('full'));
    expect(await findEmailChange((await find()).sub, provider.context())).toMatchObject({ email: address('full') });
    expect(await prove(token)).toBeNull();
  });

  it('expires after 15 minutes', async () => {
    const token = await linkTo(address('new'));
    provider.advance(900);
    expect(await findVerification(token, provider.context())).toBeNull();
    expect(await prove(token)).toBeNull();
    expect((await find()).claims.email).toBe(`${name}@old.test`);
  });

  it('happens once for sixteen simultaneous requests', async () => {
    const token = await linkTo(address('new'));
    const answers = await Promise.all(Array.from({ length: 16 }, () => prove(token)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await take()).toHaveLength(2);
  });

  it('invalidates every link for the former address (security #90)', async () => {
    const token = await linkTo(address('new'));
    const { db } = provider.context();
    const { sub } = await find();
    const waiting = { sub, createdAt: provider.context().now, expiresAt: new Date('2100-01-01') };
    await db.accountLink.create({ data: { ...waiting, hash: `r-${name}`, kind: 'recover', email: 'x@old.test' } });
    await db.passwordLink.create({ data: { ...waiting, hash: `p-${name}` } });
    await prove(token);
    const usable = { sub, usedAt: null };
    expect(await db.accountLink.findMany({ where: usable, select: { kind: true } })).toEqual([{ kind: 'undo_email' }]);
    expect(await db.passwordLink.count({ where: usable })).toBe(0);
  });

  it('is void once the address was replaced otherwise (security #90)', async () => {
    const token = await linkTo(address('new'));
    const spare = await linkTo(address('bob'), `bob-of-${name}`);
    const replaced = { email: address('given'), email_verified: true };
    await provider.configure({ users: [{ username: name, claims: replaced }] });
    expect(await findVerification(token, provider.context())).toBeNull();
    expect(await prove(token)).toBeNull();
    expect((await find()).claims).toMatchObject(replaced);
    expect(await prove(spare), 'the link of another account').not.toBeNull();
  });

  it('is refused for a disabled account', async () => {
    const token = await linkTo(address('new'));
    const { sub } = await find();
    await provider.context().db.user.update({ where: { sub }, data: { enabled: false } });
    expect(await findVerification(token, provider.context())).toBeNull();
    expect(await prove(token)).toBeNull();
  });

  it.each(['', 'unknown', 'x'.repeat(43), 'x'.repeat(5000)])('is refused with the link %j', async (token) => {
    expect(await findVerification(token, provider.context())).toBeNull();
    expect(await findUndo(token, provider.context())).toBeNull();
    expect([await prove(token), await undo(token)]).toEqual([null, null]);
  });
});

describe('an address', () => {
  it('belongs to the first account that proves it, which only its link reveals to the other (security #116)', async () => {
    const bob = `bob-of-${name}`;
    const [alices, bobs] = [await linkTo(address('both')), await linkTo(address('both'), bob)];
    const answers = await Promise.all([prove(alices), prove(bobs)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    const { db } = provider.context();
    expect(await db.user.count({ where: { canonicalEmail: address('both'), emailVerified: true } })).toBe(1);
  });

  it('may belong to several accounts where nobody can sign in with an address', async () => {
    const at = await createTestProvider(
      {
        portal: { identifiers: ['username'] },
        users: ['one', 'two'].map((username) => ({ username })),
      },
      mailing,
    );
    for (const username of ['one', 'two']) {
      await startEmailChange(address('both'), await request(username, at), at.context());
      const [mail] = await takeMails(at.context());
      expect(await proveEmail(using(tokenIn(mail)), at.context())).toMatchObject({ email: address('both') });
      await takeMails(at.context());
    }
    await at.close();
  });

  it('gives one of two accounts the address as username, if both prove it at once (design: single use)', async () => {
    const [one, two] = ['one', 'two'].map((local) => address(local));
    const users = [one, two].map((email = '') => ({ username: email, claims: { email, email_verified: true } }));
    const at = await createTestProvider({ portal: { identifiers: ['username'] }, users }, mailing);
    const both = address('both');
    for (const username of [one, two]) await startEmailChange(both, await request(username, at), at.context());
    const tokens = (await takeMails(at.context())).filter(({ kind }) => kind === 'verify_email').map(tokenIn);
    expect(tokens).toHaveLength(2);
    const proved = await Promise.all(tokens.map((token) => proveEmail(using(token), at.context())));
    expect(proved).toMatchObject([{ email: both }, { email: both }]);
    const stored = await at.context().db.user.findMany({ select: { username: true, canonicalEmail: true } });
    expect(stored.filter(({ username }) => username === both)).toHaveLength(1);
    expect(stored.map(({ canonicalEmail }) => canonicalEmail)).toEqual([both, both]);
    await at.close();
  });

  it('is restored to each of several accounts where nobody can sign in with an address (decision 020)', async () => {
    const at = await createTestProvider({ portal: { identifiers: ['username'] } }, mailing);
    const shared = { email: address('both'), email_verified: true };
    await at.configure({ users: ['one', 'two'].map((username) => ({ username, claims: shared })) });
    await startEmailChange(address('thief'), await request('one', at), at.context());
    const [mail] = await takeMails(at.context());
    await proveEmail(using(tokenIn(mail)), at.context());
    const token = tokenIn((await takeMails(at.context())).find(({ values }) => 'undo' in values));
    expect(await undoEmailChange(using(token), at.context())).toEqual({ email: address('both'), isMailed: true });
    expect((await find('one', at)).claims).toEqual(shared);
    expect(await takeMails(at.context())).toMatchObject([{ kind: 'recover', to: address('both') }]);
    await at.close();
  });

  it('belongs to one account if a tenant lets people sign in with it, regardless of the portal (security #116)', async () => {
    const at = await createTestProvider(
      {
        portal: { identifiers: ['username'] },
        tenants: [{ name: 'shop', display_name: 'Shop', identifiers: ['email'] }],
        users: ['one', 'two'].map((username) => ({ username, tenants: ['shop'] })),
      },
      mailing,
    );
    const proved: unknown[] = [];
    for (const username of ['one', 'two']) {
      await startEmailChange(address('both'), await request(username, at), at.context());
      const [mail] = await takeMails(at.context());
      proved.push((await proveEmail(using(tokenIn(mail)), at.context()))?.email ?? null);
      await takeMails(at.context());
    }
    expect(proved).toEqual([address('both'), null]);
    await at.close();
  });

  it('of the account is proved by its own link, without a notification', async () => {
    const bob = `bob-of-${name}`;
    expect(await resendEmailLink(await request(bob), provider.context())).toEqual({ email: `${bob}@old.test` });
    const [mail] = await take();
    expect(mail).toMatchObject({ to: `${bob}@old.test`, values: { lifetimeMinutes: 24 * 60 } });
    expect(await prove(tokenIn(mail))).toMatchObject({ email: `${bob}@old.test` });
    expect((await find(bob)).claims).toMatchObject({ email_verified: true });
    expect(await take()).toEqual([]);
  });

  it('that the account no longer has cannot be proved by an earlier link', async () => {
    const bob = `bob-of-${name}`;
    await resendEmailLink(await request(bob), provider.context());
    const token = tokenIn((await take())[0]);
    const claims = JSON.stringify({ email: 'other@old.test', email_verified: false });
    await provider.context().db.user.update({ where: { sub: (await find(bob)).sub }, data: { claims } });
    expect(await prove(token)).toBeNull();
  });
});

it('a link to change the address does not work while a role waits for another password (security #161)', async () => {
  const token = await linkTo(address('editor'));
  const { db } = provider.context();
  const { sub } = await find();
  const role = { admin: 'owner', passwordHash: 'known', passwordCarries: null };
  await db.user.update({ where: { sub }, data: role });
  expect(await findVerification(token, provider.context())).toBeNull();
  expect(await prove(token)).toBeNull();
  expect((await find()).claims).toMatchObject({ email: `${name}@old.test` });
});

describe('the first address that an account proves', () => {
  /** Opens a session, a known browser, a trusted device and a grant, in each of two browsers. */
  const openTwice = async (sub: string) => {
    const { db, now } = provider.context();
    const expiresAt = new Date('2100-01-01');
    for (const which of ['own', 'other']) {
      const id = `${which}-${sub}`;
      await db.browser.create({ data: { id, handleHash: id, createdAt: now, expiresAt } });
      const session = { sid: id, browserId: id, sub, authTime: now, idp: 'local', lastSeenAt: now };
      await db.session.create({ data: { ...session, remember: false, createdAt: now, expiresAt } });
      await db.knownBrowser.create({ data: { hash: hashHandle(handleOf(which)), sub, createdAt: now, expiresAt } });
    }
    const device = { sub, createdAt: now, lastUsedAt: now, expiresAt };
    await db.trustedDevice.create({ data: { ...device, hash: `t-${sub}`, id: `t-${sub}` } });
  };
  const handleOf = (which: string) => deriveHandle(which, name);
  const leftOf = async (sub: string) => {
    const { db } = provider.context();
    const sessions = await db.session.findMany({ where: { sub, endedAt: null }, select: { sid: true } });
    const known = await db.knownBrowser.findMany({ where: { sub }, select: { hash: true } });
    return {
      sessions: sessions.map(({ sid }) => sid.split('-')[0]).sort(),
      known: known.length,
      trusted: await db.trustedDevice.count({ where: { sub } }),
    };
  };

  it.each([
    ['is signed in', true, { sessions: ['own'], known: 1, trusted: 0 }],
    ['is not signed in', false, { sessions: [], known: 0, trusted: 0 }],
  ])(
    'ends the sessions in all other browsers, used where the account %s (security #116, decision 017)',
    async (_, isOwn, left) => {
      const bob = `bob-of-${name}`;
      const { sub } = await find(bob);
      await openTwice(sub);
      await resendEmailLink(await request(bob), provider.context());
      const token = tokenIn((await take())[0]);
      const { settings } = provider.context();
      const cookieHeader = writeKnownBrowser([handleOf('own')], 60, settings).split(';')[0];
      const pressed = isOwn ? { browserId: `own-${sub}`, cookieHeader } : elsewhere;
      expect(await proveEmail({ ...using(token), ...pressed }, provider.context())).toMatchObject({
        hasSignedOut: true,
      });
      expect(await leftOf(sub)).toEqual(left);
    },
  );

  it('ends nothing if the account had proved an address before', async () => {
    const { sub } = await find();
    await openTwice(sub);
    expect(await prove(await linkTo(address('next')))).toMatchObject({ hasSignedOut: false });
    expect(await leftOf(sub)).toEqual({ sessions: ['asked', 'other', 'own'], known: 2, trusted: 1 });
  });
});

describe('undoing a change', () => {
  const sinceThen = async (sub: string) => {
    const { db, now } = provider.context();
    const createdAt = new Date(now.getTime() + 1000);
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt } });
    await db.recoveryCode.create({ data: { sub, hash: 'new', salt: 'x', createdAt } });
    const key = { sub, publicKey: 'x', counter: 0, transports: '', aaguid: '', name: 'x' };
    await db.passkey.create({ data: { ...key, id: `new-${sub}`, deviceBound: false, backedUp: true, createdAt } });
    const before = new Date(now.getTime() - 1000);
    await db.passkey.create({
      data: { ...key, id: `old-${sub}`, deviceBound: false, backedUp: true, createdAt: before },
    });
    await db.recoveryCode.create({ data: { sub, hash: 'old', salt: 'x', createdAt: before } });
    const identity = { provider: 'corp', issuer: 'https://idp.test', sub, claims: '[]', lastUsedAt: now };
    await db.userIdentity.create({ data: { ...identity, subject: `new-${sub}`, createdAt } });
    await db.userIdentity.create({ data: { ...identity, subject: `old-${sub}`, createdAt: before } });
    const device = { sub, createdAt, lastUsedAt: createdAt, expiresAt: new Date('2100-01-01') };
    await db.trustedDevice.create({ data: { ...device, hash: `d-${sub}`, id: `d-${sub}` } });
  };

  it('restores the address, removes what was added since, and mails a link to set a new password', async () => {
    const token = await change(address('thief'));
    const { sub } = await find();
    await sinceThen(sub);
    for (const _ of [1, 2]) {
      expect(await findUndo(token, provider.context())).toEqual({ email: `${name}@old.test`, username: name });
    }
    expect(await undo(token)).toEqual({ email: `${name}@old.test`, isMailed: true });
    expect((await find()).claims).toMatchObject({ email: `${name}@old.test`, email_verified: true });
    const { db } = provider.context();
    expect(await db.passkey.findMany({ where: { sub }, select: { id: true } })).toEqual([{ id: `old-${sub}` }]);
    expect(await db.recoveryCode.findMany({ where: { sub }, select: { hash: true } })).toEqual([{ hash: 'old' }]);
    const identities = await db.userIdentity.findMany({ where: { sub }, select: { subject: true } });
    expect(identities).toEqual([{ subject: `old-${sub}` }]);
    expect([
      await db.authenticator.count({ where: { sub } }),
      await db.trustedDevice.count({ where: { sub } }),
    ]).toEqual([0, 0]);
    expect(await take()).toMatchObject([{ kind: 'recover', to: `${name}@old.test` }]);
    expect(await undo(token)).toBeNull();
  });

  it('removes the recovery codes with the last factor that they replace', async () => {
    const { db, now } = provider.context();
    const { sub } = await find();
    await db.recoveryCode.create({ data: { sub, hash: 'old', salt: 'x', createdAt: now } });
    provider.advance(60);
    const token = await change(address('thief'));
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: provider.context().now } });
    expect(await undo(token)).not.toBeNull();
    const codes = await db.recoveryCode.count({ where: { sub } });
    expect([await db.authenticator.count({ where: { sub } }), codes]).toEqual([0, 0]);
  });

  it('leaves the address to an account that proved it meanwhile (security #116)', async () => {
    const token = await change(address('new'));
    const bob = `bob-of-${name}`;
    await prove(await linkTo(`${name}@old.test`, bob));
    await take();
    expect(await undo(token)).toEqual({ email: `${name}@old.test`, isMailed: false });
    expect((await find()).claims).toMatchObject({ email: `${name}@old.test`, email_verified: false });
    expect((await find(bob)).claims).toMatchObject({ email: `${name}@old.test`, email_verified: true });
    expect(await take()).toEqual([]);
  });

  it('ends sessions and grants (security #91)', async () => {
    const token = await change(address('thief'));
    const { sub } = await find();
    const { db, now } = provider.context();
    const expiresAt = new Date('2100-01-01');
    await db.browser.create({ data: { id: `b-${sub}`, handleHash: `b-${sub}`, createdAt: now, expiresAt } });
    const session = { sid: `s-${sub}`, browserId: `b-${sub}`, sub, authTime: now, idp: 'local' };
    await db.session.create({ data: { ...session, remember: false, createdAt: now, lastSeenAt: now, expiresAt } });
    await undo(token);
    expect(await db.session.findUnique({ where: { sid: `s-${sub}` } })).toMatchObject({ endedAt: now });
  });

  it('restores the address before the first of several changes, with each link', async () => {
    const first = await change(address('one'));
    provider.advance(60);
    const second = await change(address('two'));
    expect(await findUndo(second, provider.context())).toMatchObject({ email: `${name}@old.test` });
    expect(await undo(second)).toMatchObject({ email: `${name}@old.test` });
    expect(await findUndo(first, provider.context())).toBeNull();
    expect(await undo(first)).toBeNull();
  });

  it('restores no address older than 72 hours', async () => {
    const first = await change(address('one'));
    provider.advance(72 * 3600 - 1);
    const second = await change(address('two'));
    provider.advance(1);
    expect(await undo(first)).toBeNull();
    expect(await undo(second)).toMatchObject({ email: address('one') });
  });

  it.each([1, 2])(
    'brings no address in between back, of %i, once the account has its own again (security #207)',
    async (steps) => {
      const first = await change(address('thief'));
      provider.advance(3600);
      const second = steps === 2 ? await change(address('second-thief')) : null;
      provider.advance(3600);
      await prove(await linkTo(`${name}@old.test`));
      const mails = await take();
      expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
        ['email_changed', `${name}@old.test`],
        ['email_changed', address(steps === 2 ? 'second-thief' : 'thief')],
      ]);
      expect(await findUndo(first, provider.context())).toMatchObject({ email: `${name}@old.test` });
      provider.advance(71 * 3600);
      for (const { values } of mails) expect(values).not.toHaveProperty('undo');
      if (second !== null) expect(await undo(second)).toBeNull();
      expect((await find()).claims).toMatchObject({ email: `${name}@old.test`, email_verified: true });
      const next = await change(address('new'));
      expect(await undo(next)).toMatchObject({ email: `${name}@old.test` });
    },
  );

  it.each([true, false])(
    'brings none back if a file gave the account its own again, verified: %j (security #207)',
    async (isVerified) => {
      await change(address('thief'));
      provider.advance(3600);
      const second = await change(address('second-thief'));
      provider.advance(3600);
      const email = `${name}@old.test`;
      await provider.configure({ users: [{ username: name, claims: { email, email_verified: isVerified } }] });
      if (!isVerified) await prove(await linkTo(email));
      provider.advance(70 * 3600);
      expect(await undo(second)).toBeNull();
      expect((await find()).claims).toEqual({ email, email_verified: true });
    },
  );

  it('happens once for sixteen simultaneous requests', async () => {
    const token = await change(address('thief'));
    const answers = await Promise.all(Array.from({ length: 16 }, () => undo(token)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await take()).toHaveLength(1);
  });

  it.each([
    ['email', null],
    ['off', 'before'],
  ])('removes a password that was set since, with recovery: %s', async (recovery, passwordHash) => {
    const { db } = provider.context();
    const { sub } = await find();
    await db.user.update({ where: { sub }, data: { passwordHash: 'before' } });
    const token = await change(address('thief'));
    await db.user.update({ where: { sub }, data: { passwordHash: 'thief' } });
    await provider.configure({ portal: { recovery } });
    expect(await undo(token)).toMatchObject({ isMailed: recovery === 'email' });
    expect((await db.user.findUniqueOrThrow({ where: { sub } })).passwordHash).toBe(passwordHash);
    await provider.configure({ portal: { recovery: 'email' } });
  });

  it.each<[admin: string | null, carries: string | null, recovery: string, left: [string | null, string | null]]>([
    [null, null, 'email', [null, null]],
    [null, 'owner', 'email', [null, null]],
    ['owner', 'owner', 'email', [null, null]],
    ['auditor', 'auditor', 'email', [null, null]],
    ['auditor', null, 'email', ['before', null]],
    ['owner', null, 'email', ['before', null]],
    ['owner', 'auditor', 'email', ['before', 'auditor']],
    [null, null, 'off', ['before', null]],
    ['auditor', null, 'off', ['before', null]],
    ['owner', 'owner', 'off', ['before', 'owner']],
    ['owner', 'editor', 'off', ['before', 'editor']],
  ])(
    'gives the role %s no more force than with a password good for %s, with recovery: %s (decision 020)',
    async (admin, passwordCarries, recovery, left) => {
      const { db } = provider.context();
      const { sub } = await find();
      await db.user.update({ where: { sub }, data: { passwordHash: 'before', passwordCarries } });
      const token = await change(address('next'));
      await db.user.update({ where: { sub }, data: { admin, passwordHash: 'own', passwordCarries: 'owner' } });
      await provider.configure({ portal: { recovery } });
      await undo(token);
      const user = await find();
      expect([user.passwordHash, user.passwordCarries]).toEqual(left);
      await provider.configure({ portal: { recovery: 'email' } });
    },
  );

  it('keeps a password whose hash was renewed since', async () => {
    const { db, now } = provider.context();
    const { sub } = await find();
    await db.user.update({ where: { sub }, data: { passwordHash: 'before' } });
    const [first, second] = [await change(address('one')), await change(address('two'))];
    expect(await replacePasswordHash(db, proven('password', sub), { old: 'before', new: 'renewed' }, now)).toBe(true);
    expect(await undo(second)).not.toBeNull();
    expect((await find()).passwordHash).toBe('renewed');
    expect(await undo(first)).toBeNull();
  });

  it('removes a password that was set after the hash was renewed', async () => {
    const { db, now } = provider.context();
    const { sub } = await find();
    await db.user.update({ where: { sub }, data: { passwordHash: 'before' } });
    const token = await change(address('thief'));
    await db.user.update({ where: { sub }, data: { passwordHash: 'thief' } });
    expect(await replacePasswordHash(db, proven('password', sub), { old: 'thief', new: 'renewed' }, now)).toBe(true);
    expect(await replacePasswordHash(db, proven('password', sub), { old: 'before', new: 'never' }, now)).toBe(false);
    await undo(token);
    expect((await find()).passwordHash).toBeNull();
  });

  it('keeps a password that was set before', async () => {
    const { db } = provider.context();
    const { sub } = await find();
    await db.user.update({ where: { sub }, data: { passwordHash: 'before' } });
    await undo(await change(address('thief')));
    expect((await db.user.findUniqueOrThrow({ where: { sub } })).passwordHash).toBe('before');
  });
});

describe('a username that is the address (decision 017)', () => {
  const own = async (local: string, more: object[] = []) => {
    const email = address(local);
    await provider.configure({ users: [{ username: email, claims: { email, email_verified: true } }, ...more] });
    return { email, sub: (await find(email)).sub };
  };
  const nameOf = async (sub: string) =>
    (await provider.context().db.user.findUniqueOrThrow({ where: { sub } })).username;

  it('moves with it, also in another spelling, and back when the change is undone', async () => {
    const { email, sub } = await own('first');
    const changed = await prove(await linkTo(`Second@${name}.test`, email));
    expect(changed).not.toBeNull();
    expect(await nameOf(sub)).toBe(`Second@${name}.test`);
    const user = await find(address('second'));
    expect([user.sub, await provider.context().db.user.count({ where: { hasUnprovedName: true } })]).toEqual([sub, 0]);
    const mail = (await take()).find(({ values }) => 'undo' in values);
    await undo(tokenIn(mail));
    expect(await nameOf(sub)).toBe(email);
  });

  it('stays if another account has the new one as its name', async () => {
    const taken = address('taken');
    const { email, sub } = await own('own', [
      { username: taken, enabled: false, claims: { email: taken, email_verified: true } },
    ]);
    await prove(await linkTo(taken, email));
    expect(await nameOf(sub)).toBe(email);
  });

  it('stays if it is another name', async () => {
    await prove(await linkTo(address('other')));
    expect((await find()).username).toBe(name);
  });
});
